import type { Route } from '../http/route.ts'
import { accessRoutes } from './access-routes.ts'
import { apiKeyRoutes } from './api-key-routes.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { viewRoutes } from './saved-views.ts'

/** The calls about operators: signing in, their access, and what each keeps. */
export const staffRoutes: Route[] = [
  ...signInRoutes,
  ...passkeyRoutes,
  ...accessRoutes,
  ...apiKeyRoutes,
  ...viewRoutes,
]
