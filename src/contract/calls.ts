import { accountCalls } from './subjects/account.ts'
import { auditCalls } from './subjects/audit.ts'
import { authCalls } from './subjects/auth.ts'
import { catalogCalls } from './subjects/catalog.ts'
import { claimCalls } from './subjects/claims.ts'
import { contactCalls } from './subjects/contact.ts'
import { custodyCalls } from './subjects/custody.ts'
import { depositCalls } from './subjects/deposit.ts'
import { eventCalls } from './subjects/events.ts'
import { historyCalls } from './subjects/history.ts'
import { ledgerCalls } from './subjects/ledger.ts'
import { membersCalls } from './subjects/members.ts'
import { monitoringCalls } from './subjects/monitoring.ts'
import { networkCalls } from './subjects/network.ts'
import { readinessCalls } from './subjects/readiness.ts'
import { staffCalls } from './subjects/staff.ts'
import { withdrawalCalls } from './subjects/withdrawal.ts'
import type { CallContract } from './endpoint.ts'
import type { CallName } from './routes.ts'

/** What each call takes, answers, and how it can fail. */
export const calls = {
  ...authCalls,
  ...accountCalls,
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
  ...contactCalls,
  ...eventCalls,
} satisfies Record<CallName, CallContract>

export type Calls = typeof calls
