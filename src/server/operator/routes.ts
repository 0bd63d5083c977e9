import type { Route } from '../http/route.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { withdrawalRoutes } from './withdrawal-routes.ts'

export const operatorRoutes: Route[] = [...signInRoutes, ...withdrawalRoutes]
