import type { Route } from '../http/route.ts'
import { catalogRoutes } from '../catalog/routes.ts'
import { messageRoutes } from '../contact/operator-routes.ts'
import { readinessRoutes } from '../readiness/routes.ts'
import { watchRoutes } from '../monitoring/routes.ts'
import { depositRoutes } from '../deposit/review/routes.ts'
import { payoutRoutes } from '../payout/outside/routes.ts'
import { ledgerRoutes } from '../ledger/routes.ts'
import { memberRoutes } from '../members/routes.ts'
import { importRoutes } from '../imports/routes.ts'
import { accessRoutes } from '../staff/access/access-routes.ts'
import { signInRoutes } from '../staff/sign-in-routes.ts'
import { viewRoutes } from '../lists/saved-views.ts'
import { webhookRoutes } from '../webhooks/routes.ts'
import { withdrawalRoutes } from '../withdrawal/review/routes.ts'

/** Every call of the operators' console. */
export const operatorRoutes: Route[] = [
  ...signInRoutes,
  ...accessRoutes,
  ...viewRoutes,
  ...watchRoutes,
  ...catalogRoutes,
  ...readinessRoutes,
  ...memberRoutes,
  ...withdrawalRoutes,
  ...payoutRoutes,
  ...depositRoutes,
  ...ledgerRoutes,
  ...messageRoutes,
  ...webhookRoutes,
  ...importRoutes,
]
