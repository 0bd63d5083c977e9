import { eventRoutes } from '../events/routes.ts'
import { healthRoutes } from '../monitoring/health.ts'
import type { Route } from '../http/route.ts'
import { accountRoutes } from '../account/routes.ts'
import { contactRoutes } from '../contact/routes.ts'
import { emailRoutes } from '../email/routes.ts'
import { networkRoutes } from '../network/routes.ts'
import { operatorRoutes } from './operator-routes.ts'
import { rateRoutes } from '../rate/routes.ts'
import { depositRoutes } from '../deposit/routes.ts'
import { withdrawalRoutes } from '../withdrawal/routes.ts'

/** The routes of all areas. tests/api finds calls of the contract without a route. */
export const routes: readonly Route[] = [
  ...healthRoutes,
  ...accountRoutes,
  ...networkRoutes,
  ...contactRoutes,
  ...emailRoutes,
  ...operatorRoutes,
  ...rateRoutes,
  ...depositRoutes,
  ...withdrawalRoutes,
  ...eventRoutes,
]
