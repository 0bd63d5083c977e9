import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, operatorApi, type CallName } from '../../../src/contract/routes.ts'
import { AuthorityEnded, lockOperator } from '../../../src/server/authority/authority.ts'
import { withAuthority } from '../../../src/server/book/check-authorities.ts'
import { until } from '../../support/poll.ts'
import { sample } from '../../support/scale.ts'
import { behind, type Statement } from '../support/behind.ts'
import { makers } from '../support/makers/call-makers.ts'
import { openStage, operate, send, type Made, type Stage } from '../support/call-stage.ts'
import { newKey } from '../support/makers/console-makers.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'
import { refusal } from '../support/staff-edge.ts'

// Someone ends an operator's session, or revokes a key, between the check of a request and its
// commit. Then the request changes nothing, whichever call it is.

let world: MoneyWorld
let stage: Stage
beforeAll(async () => {
  world = await openMoneyWorld({ PROCESS: 'web' })
  stage = await openStage(world)
})
afterAll(() => world.close())

/** They only read, or only sign, and their answers don't outlive the session. */
const harmless: ReadonlySet<CallName> = new Set(['checkMemberImport', 'placeMemberImport'])

const changes = (Object.keys(operatorApi) as CallName[]).filter(
  (name) => api[name].method !== 'GET' && api[name].access !== 'visitor' && !harmless.has(name),
)

/** How much staff and the ledger have done so far. */
async function counted(): Promise<unknown> {
  const { rows } = await sql`select (select count(*) from audit_entries) as entries,
    (select count(*) from commands) as commands`.execute(world.edge.db)
  return rows[0]
}

/** Ends a session or key as the product does, while every batch and the operator's changes wait. */
const endBy = (operator: string, change: Statement): Statement[] => [
  sql`lock table batch_lock in exclusive mode`,
  sql`select pg_advisory_xact_lock(hashtextextended(${`operator ${operator}`}, 0))`,
  change,
]

/**
 * The answer to a request whose session ends while it waits. On a busy machine, it may give
 * up before that, and is sent again.
 * @param again undoes the end
 */
async function sendLate(made: Made, end: readonly Statement[], again: Statement) {
  const { db } = world.edge
  return await until('the answer of a request that waited briefly', async () => {
    const answer = await behind(db, end, () => send(stage, made))
    await again.execute(db)
    return refusal(answer)[1] === 'overloaded' ? null : answer
  })
}

/** The operator whose session made a request. */
async function operatorOf({ who }: Made): Promise<{ no: string; operator: string }> {
  const { body } = await world.edge.call('GET', '/api/operator/auth/me/', {
    headers: who.headers ?? {},
  })
  const { rows } = await sql<{ no: string; operator: string }>`
    select no::text, operator from operator_sessions
    where operator = ${body.username} and ended_at is null order by no desc limit 1`.execute(
    world.edge.db,
  )
  return rows[0] as { no: string; operator: string }
}

describe('changes nothing once the session has ended', () => {
  test.each(sample(changes, 6))('%s', async (name) => {
    const made = await (makers[name] as NonNullable<typeof makers.getMe>)(stage)
    const { no, operator } = await operatorOf(made)
    const before = await counted()
    const end = endBy(operator, sql`update operator_sessions set ended_at = now() where no = ${no}`)
    const again = sql`update operator_sessions set ended_at = null where no = ${no}`
    const late = await sendLate(made, end, again)
    expect(refusal(late)).toEqual([401, 'token_invalid'])
    expect(await counted()).toEqual(before)
  })
})

test.each([
  ['revoked', `revoked_at = now(), revoked_by = 'deputy'`],
  ['expired', 'expires_at = now()'],
] as const)('changes nothing once the key is %s', async (how, change) => {
  const form = { ...newKey(stage), role: 'finance' as const }
  const { body } = await operate(stage, stage.operators.admin, 'api-keys/', form)
  const note = `Too late, ${how}`
  const made: Made = {
    method: 'POST',
    url: '/api/operator/members/2/notes/',
    body: JSON.stringify({ note }),
    who: { token: body.secret },
  }
  const ended = sql`update api_keys set ${sql.raw(change)} where no = ${body.api_key.id}`
  const late = await behind(world.edge.db, endBy('admin', ended), () => send(stage, made))
  expect(refusal(late)).toEqual([401, 'token_invalid'])
  const { rows } = await sql`select 1 from member_notes where note = ${note}`.execute(world.edge.db)
  expect(rows).toEqual([])
})

test.each(['addMemberNote', 'approveWithdrawal'] as const)(
  '%s changes nothing once the session has expired',
  async (name) => {
    const made = await (makers[name] as NonNullable<typeof makers.getMe>)(stage)
    const { no, operator } = await operatorOf(made)
    const before = await counted()
    const expire = sql`update operator_sessions set expires_at = now() where no = ${no}`
    const again = sql`update operator_sessions set expires_at = now() + interval '1 hour'
      where no = ${no}`
    const late = await sendLate(made, endBy(operator, expire), again)
    expect(refusal(late)).toEqual([401, 'token_invalid'])
    expect(await counted()).toEqual(before)
  },
)

test('decides nothing while the operator’s rights change', async () => {
  const made = await (makers.approveWithdrawal as NonNullable<typeof makers.getMe>)(stage)
  const { operator } = await operatorOf(made)
  const busy = await world.edge.db.transaction().execute(async (tx) => {
    await lockOperator(tx, operator)
    return await send(stage, made)
  })
  expect(refusal(busy)).toEqual([503, 'overloaded'])
  expect((await send(stage, made)).status).toBe(200)
})

test('runs no command with another operator’s session', async () => {
  const { book } = world.edge
  const by = { operator: 'admin' }
  const command = {
    kind: 'withdraw_approvals',
    operator: 'nobody',
    by: 'admin',
    reason: 'x',
  } as const
  const input = {
    operator: 'nobody',
    by: { operator: 'admin', requestId: 'x' },
    reason: 'x',
    cause: { kind: 'other' },
  }
  const hook = { name: 'withdraw-approvals', input }
  const stolen = withAuthority(hook, { operator: 'finance', session: '1' })
  await expect(book.submit({ command, by, hook: stolen })).rejects.toThrow('another operator')
  const ended = withAuthority(hook, { operator: 'admin', session: '999999' })
  await expect(book.submit({ command, by, hook: ended })).rejects.toThrow(AuthorityEnded)
})
