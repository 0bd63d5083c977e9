import type { Route } from '../http/route.ts'
import { custodyRoutes } from './custody-report.ts'
import { depositRoutes } from './deposit-routes.ts'
import { ledgerRoutes } from './ledger-routes.ts'
import { memberRoutes } from './member-routes.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { withdrawalRoutes } from './withdrawal-routes.ts'

/** What operators may ask for; recording a payout made outside belongs to the payouts' room. */
export const operatorRoutes: Route[] = [
  ...signInRoutes,
  ...memberRoutes,
  ...withdrawalRoutes,
  ...depositRoutes,
  ...ledgerRoutes,
  ...custodyRoutes,
]
