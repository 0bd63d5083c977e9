import { z } from 'zod'
import {
  csvPaging,
  detail,
  filledLine,
  filledText,
  id,
  line,
  pageOf,
  queuePaging,
  secret,
  time,
  username,
} from './fields.ts'
import { CustodyReport } from './custody.ts'
import * as limits from './limits.ts'
import { depositStages, withdrawalStages } from './money.ts'
import * as shapes from './operator.ts'
import { planDraft, reason } from './operator-fields.ts'

// What goes into and comes out of the operators' calls.

const params = z.object({ id })

const statuses = ['pending', 'approved', 'rejected'] as const

/** An amount that may be negative, with at most two decimals; comes out as text. */
const signedUsdIn = z
  .union([z.string(), z.number()], { error: 'Please enter a valid amount' })
  .transform(String)
  .pipe(z.string().regex(/^-?(?:0|[1-9]\d{0,8})(?:\.\d{1,2})?$/, 'Please enter a valid amount'))

export const operatorSchemas = {
  operatorLogin: {
    body: z.object({ username: filledLine(64), password: secret(), totp: line(16).optional() }),
    answer: shapes.Operator,
  },
  operatorLogout: { answer: detail },
  operatorMe: { answer: shapes.Operator },
  operatorStartTotp: { answer: z.object({ otpauth_uri: z.string(), qr_code: z.string() }) },
  operatorConfirmTotp: { body: z.object({ code: filledLine(16) }), answer: detail },
  overview: { answer: shapes.Overview },
  findMembers: {
    query: csvPaging.extend({
      search: line(limits.searchLength.max).optional(),
      status: z.enum(['active', 'suspended']).optional(),
      sort: z.enum(['newest', 'oldest', 'username', 'balance']).optional(),
    }),
    answer: pageOf(shapes.MemberRow),
  },
  getMember: { params, answer: shapes.MemberDetail },
  suspendMember: { params, body: z.object({ reason }), answer: shapes.MemberDetail },
  reinstateMember: { params, body: z.object({ reason }), answer: shapes.MemberDetail },
  findWithdrawals: {
    query: queuePaging.extend({
      status: z.enum(withdrawalStages).optional(),
      search: line(limits.searchLength.max).optional(),
    }),
    answer: pageOf(shapes.OperatorWithdrawal),
  },
  approveWithdrawal: {
    params,
    body: z.object({ revision: z.number().int().min(0).optional() }).optional(),
    answer: shapes.OperatorWithdrawal,
  },
  rejectWithdrawal: { params, body: z.object({ reason }), answer: shapes.OperatorWithdrawal },
  markWithdrawalSent: {
    params,
    body: z.object({
      transaction_hash: filledLine(80).regex(
        limits.transactionHashPattern,
        'Enter a transaction id of 64 hexadecimal digits.',
      ),
    }),
    answer: shapes.OperatorWithdrawal,
  },
  findDeposits: {
    query: csvPaging.extend({
      status: z.enum([...statuses, ...depositStages]).optional(),
      search: line(limits.searchLength.max).optional(),
    }),
    answer: pageOf(shapes.OperatorDeposit),
  },
  findUnattributed: {
    query: queuePaging.extend({ status: z.enum(['waiting', 'too_small']).optional() }),
    answer: pageOf(shapes.OperatorUnattributed),
  },
  operatorAcceptUnattributed: {
    params,
    body: z.object({ reason }),
    answer: shapes.OperatorUnattributed,
  },
  findAdjustments: {
    query: queuePaging.extend({ status: z.enum(['pending', 'approved', 'rejected']).optional() }),
    answer: pageOf(shapes.Adjustment),
  },
  getAdjustmentLimit: { query: z.object({ username }), answer: shapes.AdjustmentLimit },
  requestAdjustment: {
    body: z.object({ username, amount: signedUsdIn, reason }),
    answer: shapes.Adjustment,
  },
  approveAdjustment: { params, answer: shapes.Adjustment },
  rejectAdjustment: { params, body: z.object({ reason }), answer: shapes.Adjustment },
  listCatalogues: { query: csvPaging, answer: pageOf(shapes.Catalogue) },
  addCatalogue: {
    body: z.object({ note: line(limits.reasonLength.max), plans: z.array(planDraft).length(5) }),
    answer: shapes.Catalogue,
  },
  findMessages: {
    query: queuePaging.extend({ status: z.enum(['open', 'answered']).optional() }),
    answer: pageOf(shapes.Message),
  },
  answerMessage: {
    params,
    body: z.object({ answer: filledText(limits.messageLength.max) }),
    answer: shapes.Message,
  },
  findAuditEntries: {
    query: csvPaging.extend({
      operator: line(64).optional(),
      action: line(64).optional(),
      object: line(100).optional(),
      text: line(limits.searchLength.max).optional(),
      from: time.optional(),
      to: time.optional(),
    }),
    answer: pageOf(shapes.AuditEntry),
  },
  findJournals: {
    query: csvPaging.extend({ account: line(100).optional() }),
    answer: pageOf(shapes.Journal),
  },
  getJournal: { params, answer: shapes.Journal },
  checkLedger: { answer: shapes.LedgerCheck },
  reportCustody: { answer: CustodyReport },
}
