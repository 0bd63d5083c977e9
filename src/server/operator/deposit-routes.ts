import { sql, type RawBuilder } from 'kysely'
import { schemas } from '../../contract/schemas.ts'
import { factOf } from '../../domain/fact.ts'
import type { Rider } from '../book/book.ts'
import { mailTransfers } from '../deposit/mail-transfers.ts'
import {
  countDeposits,
  countUnattributed,
  readDeposits,
  readUnattributed,
} from '../deposit/queries.ts'
import { showDeposit } from '../deposit/show-deposit.ts'
import { showUnattributed, type UnattributedRow } from '../deposit/show-unattributed.ts'
import { route, type Route } from '../http/route.ts'
import { submit } from '../http/submit.ts'
import { audit, type AuditEntry } from './audit.ts'
import { answerList } from './list.ts'

const show = (row: UnattributedRow) => ({ ...showUnattributed(row), username: row.username })

type Input = { entry: AuditEntry }

/** Audits operators' acceptances and tells the members, in the commit of the credit. */
const recordAcceptances: Rider<Input> = {
  name: 'operator-accept-transfer',
  async run(tx, items) {
    const transfers = items.map(({ outcome }) => factOf(outcome.effects, 'transfer'))
    const numbers = transfers.map(({ no }) => no)
    const rows = await readUnattributed(tx, sql`t.no = any(${numbers})`)
    const answers = numbers.map((no) => rows.filter((row) => row.no === no).map(show)[0])
    const entries = items.map(({ input }, i) => ({ ...input.entry, after: answers[i] }))
    await audit(tx, entries)
    await mailTransfers(tx, transfers)
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

type Filter = { status?: string | undefined; search?: string | undefined }

function depositFilter({ status, search }: Filter): RawBuilder<unknown> {
  const inState = status ? (requestStates[status] ?? sql`false`) : sql`true`
  if (!search) return inState
  const text = search.toLowerCase()
  return sql`${inState} and (lower(r.public_id) = ${text} or r.member_no in (
    select member_no from people where strpos(lower(username), ${text}) > 0))`
}

const waiting = sql`t.state in ('unattributed', 'dust')`

export const depositRoutes: Route[] = [
  route('findDeposits', async ({ context: { read, config }, query, request, reply }) => {
    const condition = depositFilter(query)
    const count = await countDeposits(read, condition)
    return await answerList({ request, reply }, query, count, async (limit, offset) => {
      const rows = await readDeposits(read, condition, limit, offset)
      return rows.map((row) => ({
        ...showDeposit(row, config.confirmations),
        username: row.username ?? '',
      }))
    })
  }),
  route('findUnattributed', async ({ context: { read }, query, request, reply }) => {
    const count = await countUnattributed(read, waiting)
    return await answerList({ request, reply }, query, count, async (limit, offset) =>
      (await readUnattributed(read, waiting, limit, offset)).map(show),
    )
  }),
  route('operatorAcceptUnattributed', async ({ context, operator, params, body, ...call }) => {
    const transfer = Number(params.id)
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
      rider: recordAcceptances,
      input: { entry },
    })
    return schemas.operatorAcceptUnattributed.answer.parse(done.body)
  }),
]
