import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import {
  csvPaging,
  line,
  money,
  pageOf,
  params,
  queuePaging,
  reason,
  requestStatus,
  time,
  username,
} from '../fields/fields.ts'
import { writerErrors } from '../refusals/refusals.ts'
import { issueText } from '../texts/texts.ts'

// The ledger in the console: journal entries, the full check, and adjustments.

/** An amount that may be negative, with at most two decimals; comes out as text. */
const signedUsdIn = z
  .union([z.string(), z.number()], { error: issueText('amount_invalid') })
  .transform(String)
  .pipe(z.string().regex(/^-?(?:0|[1-9]\d{0,8})(?:\.\d{1,2})?$/, issueText('amount_invalid')))

export const Adjustment = z
  .object({
    id: z.string(),
    username: z.string(),
    amount: money,
    reason: z.string(),
    status: requestStatus,
    requested_by: z.string(),
    requested_at: time,
    approved_by: z.string().nullable(),
    approved_at: time.nullable(),
    rejected_by: z.string().nullable(),
    rejected_at: time.nullable(),
    reject_reason: z.string().nullable(),
    /** One operator's own decision, within what one adjusts alone. */
    alone: z.boolean(),
  })
  .meta({ id: 'Adjustment' })

/** What the operator who asks adjusts alone within 24 hours; anything above waits for another. */
const AdjustmentLimit = z
  .object({
    /** Still left for this member. */
    left: money,
    member_limit: money,
    day_limit: money,
  })
  .meta({ id: 'AdjustmentLimit' })

export const Journal = z
  .object({
    id: z.string(),
    kind: z.string(),
    at: time,
    key: z.string().nullable(),
    postings: z.array(
      z.object({ account: z.string(), asset: z.string(), amount: money, balance_after: money }),
    ),
  })
  .meta({ id: 'Journal' })

const LedgerCheck = z
  .object({
    ok: z.boolean(),
    checked_at: time,
    journals: z.number().int(),
    postings: z.number().int(),
    differences: z.array(z.string()),
  })
  .meta({ id: 'LedgerCheck' })

export const ledgerCalls = {
  listAdjustments: {
    query: queuePaging.extend({ status: requestStatus.optional() }),
    answer: pageOf(Adjustment),
    errors: ['invalid_request'],
  },
  getAdjustmentLimit: {
    query: z.object({ username }),
    answer: AdjustmentLimit,
    errors: ['invalid_request'],
  },
  requestAdjustment: {
    body: z.object({ username, amount: signedUsdIn, reason }),
    answer: Adjustment,
    errors: ['invalid_request', 'insufficient_balance', ...writerErrors],
  },
  approveAdjustment: {
    params,
    answer: Adjustment,
    errors: [
      'not_found',
      'wrong_state',
      'second_operator_required',
      'insufficient_balance',
      ...writerErrors,
    ],
  },
  rejectAdjustment: {
    params,
    body: z.object({ reason }),
    answer: Adjustment,
    errors: ['invalid_request', 'not_found', 'wrong_state', ...writerErrors],
  },
  listJournals: {
    query: csvPaging.extend({ account: line(100).optional() }),
    answer: pageOf(Journal),
    errors: ['invalid_request'],
  },
  getJournal: {
    params,
    answer: Journal,
    errors: ['not_found'],
  },
  checkLedger: {
    answer: LedgerCheck,
    errors: [],
  },
} satisfies Record<string, CallContract>
