import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../../src/db/types.ts'
import { holdAuthority, lockOperator } from '../../../src/server/authority/authority.ts'
import { callHook } from '../../../src/server/book/batch-hook.ts'
import type { Result } from '../../../src/server/book/book.ts'
import { withAuthority } from '../../../src/server/book/check-authorities.ts'
import { BookUnavailable } from '../../../src/server/book/submission.ts'
import { resetOperator } from '../../../src/server/staff/operators.ts'
import {
  endApprovals,
  endPendingApprovals,
  withdrawalOf,
} from '../../../src/server/staff/access/withdraw-approvals.ts'
import { recordDecisions } from '../../../src/server/withdrawal/review/record-decisions.ts'
import { micros } from '../../../src/domain/money/money.ts'
import { addStaff, openStage, openWithdrawal, operate, type Stage } from '../support/call-stage.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'
import { isLong, sample } from '../../support/scale.ts'

// A batch of the ledger ends an operator's access. It has other commands too: the operator's, which
// must not outlive the access, and members', which must not wait for staff.

let world: MoneyWorld
let stage: Stage
beforeAll(async () => {
  world = await openMoneyWorld()
  stage = await openStage(world)
  await addStaff(world, 'decider', 'admin')
})
afterAll(() => world.close())

async function addThief(operator: string) {
  await addStaff(world, operator, 'finance')
  const { rows } = await sql<{ session: string }>`
    select no::text as session from operator_sessions where operator = ${operator}
  `.execute(world.edge.db)
  return { operator, session: String(rows[0]?.session) }
}

type Authority = Awaited<ReturnType<typeof addThief>>

function approve(operator: string, withdrawal: number, authority: Authority | null) {
  const entry = { operator, action: 'approve withdrawal', reason: null, requestId: 'x' }
  const hook = callHook(recordDecisions, { entry })
  return world.edge.book.submit({
    command: {
      kind: 'approve_withdrawal',
      withdrawal,
      operator,
      revision: null,
      payoutLimitMicros: micros(100_000_000n),
      dayLimitMicros: micros(500_000_000n),
    },
    by: { operator },
    hook: authority ? withAuthority(hook, authority) : hook,
  })
}

type Ending = Parameters<typeof withdrawalOf>[0]

function endFor(operator: string, cause: Ending['cause'], actor: string): Promise<Result> {
  const ending = { operator, by: { operator: actor, requestId: 'x' }, reason: 'x', cause }
  return world.edge.book.submit({ ...withdrawalOf(ending), hook: callHook(endApprovals, ending) })
}

/** Another admin's request to disable an operator, which `decider` may approve. */
async function askToDisable(username: string): Promise<() => Promise<Result>> {
  const form = { kind: 'disable', username, reason: 'A thief' }
  const { body } = await operate(stage, stage.operators.admin, 'access-changes/', form)
  const cause = { kind: 'access_change', change: BigInt(body.id) } as const
  return () => endFor(username, cause, 'decider')
}

const switchUpgrades = (on: boolean): Promise<Result> => {
  const { no } = stage.member
  return world.edge.book.submit({
    command: { kind: 'set_auto_upgrade', member: no, on },
    by: { member: no },
  })
}

/** The results of commands that were submitted together, and so are in one batch. */
async function together(submitted: Promise<Result>[]): Promise<string[]> {
  const settled = await Promise.allSettled(submitted)
  return settled.map((each) => {
    if (each.status === 'fulfilled') return each.value.accepted ? 'done' : 'refused'
    return each.reason instanceof BookUnavailable ? 'unavailable' : String(each.reason)
  })
}

const ways: [string, string, boolean][] = [
  ['with their session', 'thief', true],
  ['without one, from the previous version', 'old-thief', false],
]
test.each(sample(ways, 2))(
  'approves nothing in the batch that disables them, %s',
  async (_how, name, isKnown) => {
    const [one, two] = [await openWithdrawal(stage), await openWithdrawal(stage)].map(
      ({ id }) => id,
    )
    const thief = await addThief(name)
    const authority = isKnown ? thief : null
    const disable = await askToDisable(name)
    const answers = await together([
      approve(name, Number(one), authority),
      disable(),
      approve(name, Number(two), authority),
    ])
    expect(answers).toEqual(['unavailable', 'done', 'unavailable'])
    const { rows } = await sql`select state, approved_by from withdrawals
    where no in (${one}, ${two})`.execute(world.edge.db)
    expect(rows).toEqual([
      { state: 'pending', approved_by: '' },
      { state: 'pending', approved_by: '' },
    ])
    await expect(approve(name, Number(two), authority)).rejects.toThrow(
      isKnown ? 'has ended' : 'not allowed',
    )
  },
)

/** Runs while a transaction of an operator hangs. */
const whileHanging = <T>(hold: (tx: Tx) => Promise<void>, work: () => Promise<T>): Promise<T> =>
  world.edge.db.transaction().execute(async (tx) => {
    await hold(tx)
    return await work()
  })

test.runIf(isLong)(
  'members don’t wait for a hanging request of an operator whose access ends',
  async () => {
    const hanging = await addThief('hanging')
    await addThief('gone')
    const disable = await askToDisable('hanging')
    const disableOther = await askToDisable('gone')
    const answers = await whileHanging(
      (tx) => holdAuthority(tx, hanging),
      () => together([disable(), switchUpgrades(false), disableOther(), switchUpgrades(true)]),
    )
    expect(answers).toEqual(['unavailable', 'done', 'done', 'done'])
    expect(await disable()).toMatchObject({ accepted: true })
  },
)

test.runIf(isLong)(
  'one hanging operator doesn’t keep the approvals of others who were reset',
  async () => {
    const { db, book } = world.edge
    const names = ['reset-a', 'reset-b', 'reset-c']
    for (const name of names) await addThief(name)
    for (const name of names) await resetOperator(db, name)
    const pending = async () => {
      const { rows } = await sql<{ operator: string }>`
      select operator from approval_endings order by no`.execute(db)
      return rows.map(({ operator }) => operator)
    }
    expect(await pending()).toEqual(names)
    await whileHanging(
      (tx) => lockOperator(tx, 'reset-a'),
      () => expect(endPendingApprovals({ db, book })).rejects.toThrow(AggregateError),
    )
    expect(await pending()).toEqual(['reset-a'])
    await endPendingApprovals({ db, book })
    expect(await pending()).toEqual([])
  },
)

test.runIf(isLong)(
  'ends no approvals by a change of another operator’s rights, or without a reset',
  async () => {
    const { db } = world.edge
    const { id } = await openWithdrawal(stage)
    const innocent = await addThief('innocent')
    await addThief('demoted')
    expect(await approve('innocent', Number(id), innocent)).toMatchObject({ accepted: true })
    const form = { kind: 'role', username: 'demoted', role: 'support', reason: 'A new job' }
    const { body } = await operate(stage, stage.operators.admin, 'access-changes/', form)
    const change = { kind: 'access_change', change: BigInt(body.id) } as const

    await expect(endFor('innocent', change, 'decider')).rejects.toThrow('another operator')
    const unknown = { ...change, change: 9_999n }
    await expect(endFor('innocent', unknown, 'decider')).rejects.toThrow('another operator')
    await expect(endFor('innocent', { kind: 'other' }, 'decider')).rejects.toThrow('lost no rights')
    await resetOperator(db, 'demoted')
    await expect(endFor('innocent', { kind: 'other' }, 'decider')).rejects.toThrow('lost no rights')
    const { rows } = await sql`
    select approved_by, (select role from operators where username = 'demoted') as role
    from withdrawals where no = ${id}`.execute(db)
    expect(rows).toEqual([{ approved_by: 'innocent', role: 'finance' }])
    expect(await endFor('demoted', change, 'decider')).toMatchObject({ accepted: true })
  },
)
