import { accountCalls } from './operations/account.ts'
import { auditCalls } from './operations/audit.ts'
import { apiKeyCalls } from './operations/api-keys.ts'
import { incidentCalls } from './operations/incidents.ts'
import { memberImportCalls } from './operations/member-imports.ts'
import { authCalls } from './operations/auth.ts'
import { catalogCalls } from './operations/catalog.ts'
import { claimCalls } from './operations/claims.ts'
import { contactCalls } from './operations/contact.ts'
import { custodyCalls } from './operations/custody.ts'
import { depositCalls } from './operations/deposit.ts'
import { eventCalls } from './operations/events.ts'
import { historyCalls } from './operations/history.ts'
import { ledgerCalls } from './operations/ledger.ts'
import { membersCalls } from './operations/members.ts'
import { monitoringCalls } from './operations/monitoring.ts'
import { networkCalls } from './operations/network.ts'
import { ownDataCalls } from './operations/own-data.ts'
import { passkeyCalls } from './operations/passkeys.ts'
import { readinessCalls } from './operations/readiness.ts'
import { savedViewCalls } from './operations/saved-views.ts'
import { staffCalls } from './operations/staff.ts'
import { transparencyCalls } from './operations/transparency.ts'
import { webhookCalls } from './operations/webhooks.ts'
import { withdrawalCalls } from './operations/withdrawal.ts'
import type { CallContract } from './endpoint.ts'
import type { CallName } from './routes.ts'

/** The input, answer, and errors of each call. */
export const calls = {
  ...authCalls,
  ...passkeyCalls,
  ...accountCalls,
  ...ownDataCalls,
  ...historyCalls,
  ...networkCalls,
  ...depositCalls,
  ...withdrawalCalls,
  ...membersCalls,
  ...staffCalls,
  ...claimCalls,
  ...catalogCalls,
  ...ledgerCalls,
  ...custodyCalls,
  ...auditCalls,
  ...monitoringCalls,
  ...readinessCalls,
  ...webhookCalls,
  ...apiKeyCalls,
  ...contactCalls,
  ...eventCalls,
  ...transparencyCalls,
  ...incidentCalls,
  ...memberImportCalls,
  ...savedViewCalls,
} satisfies Record<CallName, CallContract>

export type Calls = typeof calls
