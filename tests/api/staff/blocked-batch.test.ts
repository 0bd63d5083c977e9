import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../../src/db/types.ts'
import { audit } from '../../../src/server/audit/audit.ts'
import { callHook } from '../../../src/server/book/batch-hook.ts'
import type { Result } from '../../../src/server/book/book.ts'
import { BookUnavailable } from '../../../src/server/book/submission.ts'
import { recordSuspensions } from '../../../src/server/members/suspend-member.ts'
import { endApprovals, withdrawalOf } from '../../../src/server/staff/access/withdraw-approvals.ts'
import type { TestMember } from '../support/members.ts'
import { addStaff } from '../support/call-stage.ts'
import { until } from '../../support/poll.ts'
import { sample } from '../../support/scale.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'

// A request that hangs in its transaction keeps rows locked. A command that needs one of them
// can't be done, but the rest of its batch must not wait for the request.

let world: MoneyWorld
let blocked: TestMember
let others: TestMember
beforeAll(async () => {
  world = await openMoneyWorld()
  blocked = await world.member('blocked')
  others = await world.member('others')
  for (const name of ['busy', 'gone']) await addStaff(world, name, 'admin')
  const ended_by = 'command line'
  const ending = { operator: 'gone', ended_by, request_id: 'x', reason: 'x' }
  await world.edge.db.insertInto('approval_endings').values(ending).execute()
})
afterAll(() => world.close())

const switchUpgrades = (member: number, on: boolean): Promise<Result> =>
  world.edge.book.submit({ command: { kind: 'set_auto_upgrade', member, on }, by: { member } })

function suspend(member: number, on: boolean): Promise<Result> {
  const by = { operator: 'busy', requestId: 'x' }
  const before = { username: 'x', is_active: on }
  return world.edge.book.submit({
    command: { kind: 'set_suspended', member, on },
    by: { operator: 'busy' },
    hook: callHook(recordSuspensions, { member, on, before, by, reason: 'x' }),
  })
}

function endApprovalsOf(operator: string): Promise<Result> {
  const by = { operator: 'command line', requestId: 'x' }
  const ending = { operator, by, reason: 'x', cause: { kind: 'other' as const } }
  return world.edge.book.submit({ ...withdrawalOf(ending), hook: callHook(endApprovals, ending) })
}

const stateOf = (result: Promise<Result>): Promise<string> =>
  result.then(
    ({ accepted }) => (accepted ? 'done' : 'refused'),
    (error: unknown) => (error instanceof BookUnavailable ? 'unavailable' : String(error)),
  )

type Case = [string, (tx: Tx) => Promise<unknown>, () => Promise<Result>]

const entry = { operator: 'busy', action: 'test', object: 'test', requestId: 'x' }
const cases: Case[] = [
  ['the audit log', (tx) => audit(tx, [entry]), () => suspend(blocked.no, true)],
  [
    'the member’s account',
    (tx) => sql`select from identities where member_no = ${blocked.no} for update`.execute(tx),
    () => suspend(blocked.no, false),
  ],
  [
    'the member’s row in the ledger',
    (tx) => sql`select lock_member(${blocked.no})`.execute(tx),
    () => switchUpgrades(blocked.no, false),
  ],
  [
    'another admin’s row',
    (tx) => sql`select from operators where username = 'busy' for share`.execute(tx),
    () => endApprovalsOf('gone'),
  ],
]

test.each(sample(cases, 2))(
  'members don’t wait for a request that hangs with %s',
  async (_w, hold, work) => {
    const answers = await world.edge.db.transaction().execute(async (tx) => {
      await hold(tx)
      const held = stateOf(work())
      const free = [true, false].map((on) => stateOf(switchUpgrades(others.no, on)))
      return await Promise.all([...free, held])
    })
    expect(answers).toEqual(['done', 'done', 'unavailable'])
    expect(await stateOf(work())).toBe('done')
  },
)

test('members’ commands wait for a table that a migration has locked', async () => {
  const { db } = world.edge
  const answers = await db.transaction().execute(async (tx) => {
    await sql`lock table members in access exclusive mode`.execute(tx)
    const all = [true, false].map((on) => stateOf(switchUpgrades(others.no, on)))
    let isOver = false
    void Promise.race(all).then(() => (isOver = true))
    const tries = new Set<string>()
    await until('a second try, or an answer', async () => {
      const { rows } = await sql<{ began: string }>`select a.xact_start::text as began
        from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and l.relation = 'members'::regclass`.execute(db)
      for (const { began } of rows) tries.add(began)
      return isOver || tries.size > 1
    })
    return { all }
  })
  expect(await Promise.all(answers.all)).toEqual(['done', 'done'])
})
