import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../db/types.ts'
import { calls } from '../../contract/calls.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import type { BatchHook } from '../book/book.ts'
import { emailTransfers } from './email-transfers.ts'
import { readDeposits, readUnattributed } from './queries.ts'
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
    const rows = await readUnattributed(tx, sql`t.no = any(${numbers})`)
    const shown = await showAll(tx, rows)
    const answers = numbers.map((no) => shown.find(({ id }) => id === String(no)))
    const entries = items.map(({ input }, i) => ({ ...input.entry, after: answers[i] }))
    await audit(tx, entries)
    await emailTransfers(tx, transfers)
    return answers
  },
}

const requestStates: Record<string, RawBuilder<unknown>> = {
  pending: sql`r.state = 'open'`,
  awaiting_payment: sql`r.state = 'open'`,
  seen: sql`r.state = 'open'`,
  confirming: sql`r.state = 'open'`,
  mismatch: sql`r.state in ('open', 'expired') and exists (select from transfers missed
    where missed.request_no = r.no and missed.state = 'unattributed')`,
  approved: sql`r.state = 'credited'`,
  credited: sql`r.state = 'credited'`,
  rejected: sql`r.state in ('expired', 'replaced')`,
  expired: sql`r.state = 'expired'`,
  replaced: sql`r.state = 'replaced'`,
}

type TransferFilter = { status?: string | undefined; search?: string | undefined }

function depositFilter({ status, search }: TransferFilter): RawBuilder<unknown> {
  const inState = status ? (requestStates[status] ?? sql`false`) : sql`true`
  if (!search) return inState
  return sql`${inState} and (r.public_id = ${search.toUpperCase()}
    or r.member_no = any(array(${membersFound(search)})))`
}

const unattributedStates = {
  waiting: sql`t.state = 'unattributed'`,
  too_small: sql`t.state in ('too_small', 'dust')`,
}
const unsettled = sql`t.state in ('unattributed', 'too_small', 'dust')`

export const depositRoutes: Route[] = [
  route('operatorListDeposits', (call) => {
    const { read: db, config } = call.context
    const read = async (where: RawBuilder<unknown>, limit: number, offset: number) => {
      const rows = await readDeposits(db, where, limit, offset)
      return rows.map((row) => ({
        ...showDeposit(row, config.confirmations),
        username: row.username ?? '',
      }))
    }
    const from = sql`from deposit_requests r`
    const list = numbered(db, from, depositFilter(call.query), sql`r.no`, read)
    return answerList(call, call.query, list)
  }),
  route('operatorListUnattributed', (call) => {
    const { read: db } = call.context
    const { status, sort } = call.query
    const read = async (where: RawBuilder<unknown>, limit: number, offset: number, order: Sort) =>
      await showAll(db, await readUnattributed(db, where, limit, offset, order))
    const condition = status ? unattributedStates[status] : unsettled
    const list = numbered(db, sql`from transfers t`, condition, sql`t.no`, read, sort)
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
