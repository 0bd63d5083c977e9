import type { Route } from '../http/route.ts'
import { catalogueRoutes } from '../catalogue/routes.ts'
import { goLiveRoutes } from '../go-live/routes.ts'
import { watchRoutes } from '../watch/routes.ts'
import { accessRoutes } from './access-routes.ts'
import { custodyRoutes } from './custody-report.ts'
import { depositRoutes } from './deposit-routes.ts'
import { ledgerRoutes } from './ledger-routes.ts'
import { memberRoutes } from './member-routes.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { withdrawalRoutes } from './withdrawal-routes.ts'

/** What operators may ask for; recording a payout made outside belongs to the payouts' room. */
export const operatorRoutes: Route[] = [
  ...signInRoutes,
  ...accessRoutes,
  ...watchRoutes,
  ...catalogueRoutes,
  ...goLiveRoutes,
  ...memberRoutes,
  ...withdrawalRoutes,
  ...depositRoutes,
  ...ledgerRoutes,
  ...custodyRoutes,
]
