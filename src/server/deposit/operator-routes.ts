import { anyOf, type Condition, noRow, lit } from '../../db/expressions.ts'
import type { Db, Tx, RowOf } from '../../db/types.ts'
import { calls } from '../../contract/calls.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import type { BatchHook } from '../book/book.ts'
import { emailTransfers } from './email-transfers.ts'
import { readDeposits, readUnattributed, depositColumns, transferColumns } from './queries.ts'
import { requireCreditable } from './require-creditable.ts'
import { showDeposit } from './show-deposit.ts'
import { showUnattributed, type UnattributedRow } from './show-unattributed.ts'
import type { Sort } from '../http/paging.ts'
import { route, type Route } from '../http/route.ts'
import { submit } from '../http/submit.ts'
import { audit, type AuditEntry } from '../audit/audit.ts'
import { readClaims, requireUnclaimed } from '../claims/claims.ts'
import { answerList, numbered } from '../lists/list.ts'
import { membersFound } from '../members/search-members.ts'

async function showAll(db: Db | Tx, rows: readonly UnattributedRow[]) {
  const numbers = rows.map(({ no }) => no)
  const claims = await readClaims(db, 'unattributed', numbers)
  return rows.map((row) => ({
    ...showUnattributed(row),
    username: row.username,
    claim: claims.get(String(row.no)) ?? null,
  }))
}

type AcceptanceInput = { entry: AuditEntry }

/** Audits operators' acceptances and notifies the members, in the commit of the credit. */
const recordAcceptances: BatchHook<AcceptanceInput> = {
  name: 'operator-accept-transfer',
  async run(tx, items) {
    const transfers = items.map(({ outcome }) => eventOf(outcome.effects, 'transfer'))
    const numbers = transfers.map(({ no }) => no)
    const rows = await readUnattributed(
      tx,
      transferColumns('transfers.no', '=', anyOf(numbers, 'int')),
    )
    const shown = await showAll(tx, rows)
    const answers = numbers.map((no) => shown.find(({ id }) => id === String(no)))
    const entries = items.map(({ input }, i) => ({ ...input.entry, after: answers[i] }))
    await audit(tx, entries)
    await emailTransfers(tx, transfers)
    return answers
  },
}

const inState = (state: RowOf<'deposit_requests'>['state']): Condition =>
  depositColumns('deposit_requests.state', '=', lit(state))

const isMismatch = depositColumns.and([
  depositColumns('deposit_requests.state', 'in', [lit('open'), lit('expired')]),
  depositColumns.exists(
    depositColumns
      .selectFrom('transfers')
      .whereRef('transfers.request_no', '=', 'deposit_requests.no')
      .where('transfers.state', '=', lit('unattributed')),
  ),
])

const requestStates: Record<string, Condition> = {
  pending: inState('open'),
  awaiting_payment: inState('open'),
  seen: inState('open'),
  confirming: inState('open'),
  mismatch: isMismatch,
  approved: inState('credited'),
  credited: inState('credited'),
  rejected: depositColumns('deposit_requests.state', 'in', [lit('expired'), lit('replaced')]),
  expired: inState('expired'),
  replaced: inState('replaced'),
}

type TransferFilter = { status?: string | undefined; search?: string | undefined }

function depositFilter({ status, search }: TransferFilter): Condition {
  const conditions = status ? [requestStates[status] ?? noRow] : []
  if (search) {
    conditions.push(
      depositColumns.or([
        depositColumns('deposit_requests.public_id', '=', search.toUpperCase()),
        depositColumns('deposit_requests.member_no', '=', membersFound(search)),
      ]),
    )
  }
  return depositColumns.and(conditions)
}

const unattributedStates: Record<'waiting' | 'too_small', Condition> = {
  waiting: transferColumns('transfers.state', '=', lit('unattributed')),
  too_small: transferColumns('transfers.state', 'in', [lit('too_small'), lit('dust')]),
}
const unsettled = transferColumns('transfers.state', 'in', [
  lit('unattributed'),
  lit('too_small'),
  lit('dust'),
])

export const depositRoutes: Route[] = [
  route('operatorListDeposits', (call) => {
    const { read: db, config } = call.context
    const read = async (where: Condition, limit: number, offset: number) => {
      const rows = await readDeposits(db, where, limit, offset)
      return rows.map((row) => ({
        ...showDeposit(row, config.confirmations),
        username: row.username ?? '',
      }))
    }
    const list = numbered(db, 'deposit_requests', depositFilter(call.query), read)
    return answerList(call, call.query, list)
  }),
  route('operatorListUnattributed', (call) => {
    const { read: db } = call.context
    const { status, sort } = call.query
    const read = async (where: Condition, limit: number, offset: number, order: Sort) =>
      await showAll(db, await readUnattributed(db, where, limit, offset, order))
    const condition = status ? unattributedStates[status] : unsettled
    const list = numbered(db, 'transfers', condition, read, sort)
    return answerList(call, call.query, list)
  }),
  route('operatorAcceptUnattributed', async ({ context, operator, params, body, ...call }) => {
    const transfer = Number(params.id)
    await requireUnclaimed(context.db, operator.username, 'unattributed', transfer)
    await requireCreditable(context.db, transfer)
    const entry = {
      operator: operator.username,
      action: 'accept transfer',
      object: `transfer ${transfer}`,
      reason: body.reason,
      requestId: call.request.id,
    }
    const done = await submit(context.book, {
      command: { kind: 'accept_transfer', transfer, member: null },
      by: { operator: operator.username },
      ...(call.key ? { key: call.key } : {}),
      hook: recordAcceptances,
      input: { entry },
    })
    return calls.operatorAcceptUnattributed.answer.parse(done.body)
  }),
]
