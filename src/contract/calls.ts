import { accountCalls } from './account.ts'
import { auditCalls } from './audit.ts'
import { authCalls } from './auth.ts'
import { catalogueCalls } from './catalogue.ts'
import { claimCalls } from './claims.ts'
import { contactCalls } from './contact.ts'
import { custodyCalls } from './custody.ts'
import { depositCalls } from './deposit.ts'
import { eventCalls } from './events.ts'
import { historyCalls } from './history.ts'
import { ledgerCalls } from './ledger.ts'
import { membersCalls } from './members.ts'
import { monitoringCalls } from './monitoring.ts'
import { networkCalls } from './network.ts'
import { readinessCalls } from './readiness.ts'
import { staffCalls } from './staff.ts'
import { withdrawalCalls } from './withdrawal.ts'
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
  ...catalogueCalls,
  ...ledgerCalls,
  ...custodyCalls,
  ...auditCalls,
  ...monitoringCalls,
  ...readinessCalls,
  ...contactCalls,
  ...eventCalls,
} satisfies Record<CallName, CallContract>

export type Calls = typeof calls
