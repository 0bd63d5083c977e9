import { eventRoutes } from '../events/routes.ts'
import { healthRoutes } from '../monitoring/health.ts'
import type { Route } from '../http/route.ts'
import { mailboxRoutes } from '../account/mailbox-routes.ts'
import { accountRoutes } from '../account/routes.ts'
import { sessionRoutes } from '../account/session-routes.ts'
import { signInRoutes } from '../account/sign-in-routes.ts'
import { historyRoutes } from '../history/routes.ts'
import { registrationRoutes } from '../registration/routes.ts'
import { contactRoutes } from '../contact/routes.ts'
import { emailRoutes } from '../email/routes.ts'
import { passkeyRoutes } from '../passkeys/routes.ts'
import { ownDataRoutes } from '../own-data/routes.ts'
import { networkRoutes } from '../network/routes.ts'
import { operatorRoutes } from './operator-routes.ts'
import { rateRoutes } from '../rate/routes.ts'
import { depositRoutes } from '../deposit/routes.ts'
import { incidentRoutes } from '../transparency/incidents/routes.ts'
import { transparencyRoutes } from '../transparency/routes.ts'
import { withdrawalRoutes } from '../withdrawal/routes.ts'

/** The routes of all areas. tests/api finds calls of the contract without a route. */
export const routes: readonly Route[] = [
  ...healthRoutes,
  ...registrationRoutes,
  ...signInRoutes,
  ...sessionRoutes,
  ...passkeyRoutes,
  ...accountRoutes,
  ...ownDataRoutes,
  ...mailboxRoutes,
  ...historyRoutes,
  ...networkRoutes,
  ...contactRoutes,
  ...emailRoutes,
  ...operatorRoutes,
  ...rateRoutes,
  ...depositRoutes,
  ...withdrawalRoutes,
  ...eventRoutes,
  ...transparencyRoutes,
  ...incidentRoutes,
]
