import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wallet } from '../../../src/domain/ledger/account.ts'
import { readDue } from '../../../src/server/payout/due-withdrawals.ts'
import {
  returnDisputed,
  startReturningDisputed,
} from '../../../src/server/withdrawal/return-disputed.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { until } from '../../support/poll.ts'
import { isLong } from '../../support/scale.ts'
import { behind } from '../support/behind.ts'
import { openMoneyWorld, type MoneyMember, type MoneyWorld } from '../support/money-world.ts'
import { disputeToken, fundMember } from '../support/members.ts'
import { signInStaff } from '../support/staff-edge.ts'

// What happens to an approved withdrawal, until it is sent, if its member's account isn't safe.

let world: MoneyWorld
let finance: Record<string, string>
let admin: Record<string, string>
beforeAll(async () => {
  world = await openMoneyWorld({ PROCESS: 'web', WITHDRAWAL_HOLD_HOURS: '24' })
  finance = (await signInStaff(world.edge, 'fiona', 'finance')).headers
  admin = (await signInStaff(world.edge, 'adam', 'admin')).headers
})
afterAll(() => world.close())

const operate = (id: string, body: object) =>
  world.edge.call('POST', `/api/operator/withdrawals/${id}/approve/`, { headers: finance, body })

const suspend = (member: MoneyMember, action: 'suspend' | 'reinstate') =>
  world.edge.call('POST', `/api/operator/members/${member.no}/${action}/`, {
    headers: admin,
    body: { reason: 'Someone else asks for money.' },
  })

const update = (member: MoneyMember, body: object) =>
  world.edge.call('PATCH', '/api/accounts/me/update/', { token: member.access, body })

/** Someone with the member's password sets an address, and asks for ten dollars. */
async function asThief(name: string, { isHeld = false } = {}) {
  const member = await world.member(name)
  await fundMember(world.edge, member.no, 20)
  const moved = await update(member, { wallet_address: addressOfKey(newPrivateKey()) })
  expect(moved.status).toBe(200)
  if (!isHeld) await endHold(member)
  const asked = await member.post('rewards/withdrawals/', { amount: 10, payment_method: 'trx' })
  const { id } = asked.body
  expect((await operate(id, { revision: 1 })).status).toBe(200)
  return { member, id }
}

const endHold = ({ no }: MoneyMember) =>
  sql`update identities set hold_until = null where member_no = ${no}`.execute(world.edge.db)

async function dispute(username: string): Promise<void> {
  const token = await disputeToken(world.edge, `${username}@example.org`)
  const { status } = await world.edge.call('POST', `/api/accounts/not-me/${token}/`, { body: {} })
  expect(status).toBe(200)
}

const withdrawalOf = (id: string) =>
  world.edge.db
    .selectFrom('withdrawals')
    .selectAll()
    .where('no', '=', Number(id))
    .executeTakeFirstOrThrow()

/** The withdrawals that the payout worker would pay now. */
const due = async () => {
  const rows = await readDue(world.edge.db, ['TRX', 'USDT'], 100)
  return rows.map(({ no }) => String(no))
}

test('returns what a thief requested, although an operator has approved it', async () => {
  const { member, id } = await asThief('robbed', { isHeld: true })
  await dispute('robbed')
  const worker = startReturningDisputed(world.edge.context)
  await until('the return', async () => (await withdrawalOf(id)).state !== 'approved')
  await worker.stop()
  expect(await withdrawalOf(id)).toMatchObject({
    state: 'rejected',
    reason: 'you reported that someone else used your account',
  })
  const { rows: accounts } = await sql`
    select balance from accounts where no = ${wallet(member.no)}`.execute(world.edge.db)
  expect(accounts).toEqual([{ balance: 20_000_000n }])
  const { rows: emails } = await sql<{ text: string }>`select text from emails
    where recipient = 'robbed@example.org' and kind = 'money' order by no desc limit 1`.execute(
    world.edge.db,
  )
  expect(emails[0]?.text).toContain('so we didn’t pay your withdrawal of $10.00')
})

test('pays nothing to a thief whose request was on its way during the dispute', async () => {
  const { member, id } = await asThief('early')
  expect(await due()).toContain(id)
  await dispute('early')
  await endHold(member)
  // The dispute's transaction began a moment before the request's batch.
  await sql`update security_events set at = at - interval '10 seconds'
    where kind = 'disputed'`.execute(world.edge.db)
  expect(await due()).not.toContain(id)
})

test('returns no withdrawal that an operator may be paying at the moment', async () => {
  const { id } = await asThief('claimed')
  await world.edge.db
    .insertInto('operator_claims')
    .values({
      queue: 'withdrawals',
      item: BigInt(id),
      operator: 'fiona',
      ends_at: new Date(Date.now() + 60_000),
    })
    .execute()
  await dispute('claimed')
  const { context } = world.edge
  await returnDisputed(context)
  expect(await due()).not.toContain(id)
  expect((await withdrawalOf(id)).state).toBe('approved')
  await sql`update operator_claims set ends_at = now()`.execute(world.edge.db)
  await returnDisputed(context)
  expect((await withdrawalOf(id)).state).toBe('rejected')
})

test.runIf(isLong)('looks at claims once more in the batch that returns', async () => {
  const { id } = await asThief('racing')
  await dispute('racing')
  const work = () => returnDisputed(world.edge.context)
  const claim = sql`insert into operator_claims (queue, item, operator, ends_at)
    values ('withdrawals', ${Number(id)}, 'fiona', now() + interval '1 minute')`
  await behind(world.edge.db, [sql`lock table batch_lock in exclusive mode`, claim], work)
  expect((await withdrawalOf(id)).state).toBe('approved')
})

test.runIf(isLong)(
  'logs a withdrawal that the ledger does not know, and returns the others',
  async () => {
    const { context, db } = world.edge
    const [odd, other] = [await asThief('edited'), await asThief('untouched')]
    await dispute('edited')
    await dispute('untouched')
    const renumber = (from: number, to: number) =>
      db.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql`update withdrawals set no = ${to} where no = ${from}`.execute(tx)
      })
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
    await renumber(Number(odd.id), -1)
    await returnDisputed({ ...context, log })
    await renumber(-1, Number(odd.id))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('"refusal":{"code":"not_found"}')
    expect((await withdrawalOf(other.id)).state).toBe('rejected')
  },
)

test.runIf(isLong)('returns the others if the database refuses to return one', async () => {
  const { context, db } = world.edge
  const [odd, other] = [await asThief('refused'), await asThief('fine')]
  await dispute('refused')
  await dispute('fine')
  await sql`create function refuse_return() returns trigger language plpgsql
    as $$ begin raise exception 'this row is broken'; end $$`.execute(db)
  await sql`create trigger refuse_return before update on withdrawals for each row
    when (new.no = ${sql.lit(Number(odd.id))}) execute function refuse_return()`.execute(db)
  await expect(returnDisputed(context)).rejects.toThrow('this row is broken')
  await sql`drop function refuse_return cascade`.execute(db)
  expect((await withdrawalOf(odd.id)).state).toBe('approved')
  expect((await withdrawalOf(other.id)).state).toBe('rejected')
})

test('pays what the owner requests after a dispute', async () => {
  const { member, id } = await asThief('honest')
  await sql`insert into security_events (member_no, kind, at)
    values (${member.no}, 'disputed', now() - interval '30 seconds')`.execute(world.edge.db)
  expect(await due()).toContain(id)
})

test.runIf(isLong)('tells operators of a dispute after the request', async () => {
  const { member, id } = await asThief('reported')
  const path = `/api/operator/withdrawals/${Number(id)}/` as const
  const flags = async () => (await world.edge.call('GET', path, { headers: finance })).body.flags
  expect(await flags()).not.toContain('disputed')
  await sql`insert into security_events (member_no, kind, at)
    values (${member.no}, 'disputed', now())`.execute(world.edge.db)
  expect(await flags()).toContain('disputed')
})

test('waits for the hold of a security change after the request', async () => {
  const { member, id } = await asThief('changing')
  expect(await due()).toContain(id)
  await update(member, { wallet_address: addressOfKey(newPrivateKey()) })
  expect(await due()).not.toContain(id)
  const [shown] = (await member.get('rewards/withdrawals/')).body.results
  expect(Date.parse(shown?.hold_until ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000)
})

test('doesn’t pay a suspended member, and tells operators why', async () => {
  const { member, id } = await asThief('suspect')
  expect(await due()).toContain(id)
  expect((await suspend(member, 'suspend')).status).toBe(200)
  expect(await due()).not.toContain(id)
  const path = `/api/operator/withdrawals/${Number(id)}/` as const
  const { body } = await world.edge.call('GET', path, { headers: finance })
  expect(body.flags).toContain('suspended')
  expect((await suspend(member, 'reinstate')).status).toBe(200)
  expect(await due()).toContain(id)
})
