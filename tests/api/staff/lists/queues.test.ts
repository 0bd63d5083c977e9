import { sql } from 'kysely'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStaffEdge, requestWithdrawal, type StaffEdge } from '../../support/staff-edge.ts'
import { addMember, fundMember } from '../../support/members.ts'

// A queue starts with the longest-waiting item, however many came after it.

let staff: StaffEdge
beforeAll(async () => {
  staff = await openStaffEdge()
})
afterAll(() => staff.close())

const Page = z.object({
  count: z.number(),
  next: z.string().nullable(),
  results: z.array(z.looseObject({ id: z.string() })),
})
type Page = z.infer<typeof Page>

async function page(path: string): Promise<Page> {
  const { status, body } = await staff.as('finance', 'GET', path)
  expect(status).toBe(200)
  return Page.parse(body)
}
const idsOf = ({ results }: Page): number[] => results.map(({ id }) => Number(id))

test('pages 103 messages, oldest first', async () => {
  await sql`insert into contact_messages (name, email, subject, message)
    select 'Ann', 'ann@example.org', 'No. ' || n, 'Hello?' from generate_series(1, 103) n
  `.execute(staff.edge.db)
  const first = await page('messages/?status=open&sort=oldest&page_size=100')
  expect([first.count, first.results.length]).toEqual([103, 100])
  const numbers = idsOf(first)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  const newest = idsOf(await page('messages/?status=open&page_size=3'))
  const rest = await page((first.next ?? '').replace('/api/operator/', ''))
  expect(idsOf(rest)).toEqual(newest.toReversed())
  expect(Math.max(...numbers)).toBeLessThan(Math.min(...newest))
})

test('orders withdrawals, adjustments, and access requests alike', async () => {
  const member = await addMember(staff.edge, 'wanda')
  await fundMember(staff.edge, member.no, 100)
  const asked: number[] = []
  for (const amount of [5, 6, 7]) asked.push(await requestWithdrawal(staff.edge, member, amount))
  const longest = 'withdrawals/?status=pending&sort=oldest'
  expect(idsOf(await page(`${longest}&page_size=2`))).toEqual(asked.slice(0, 2))
  expect(idsOf(await page(`${longest}&after=${asked[1]}`))).toEqual(asked.slice(2))
  expect(idsOf(await page('withdrawals/?status=pending'))).toEqual(asked.toReversed())
  for (const username of ['first-one', 'second-one']) {
    const body = { kind: 'add', username, role: 'support', reason: 'Helps out' }
    await staff.as('admin', 'POST', 'access-changes/', { body })
    const adjusted = { username: 'wanda', amount: '900', reason: `For ${username}` }
    await staff.as('admin', 'POST', 'adjustments/', { body: adjusted })
  }
  for (const list of ['access-changes', 'adjustments'] as const) {
    const { body } = await staff.as('admin', 'GET', `${list}/?status=pending&sort=oldest`)
    const ids = idsOf(body)
    expect(ids).toHaveLength(2)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  }
})

test('tells since when the oldest request of each kind waits', async () => {
  const { body } = await staff.as('finance', 'GET', 'overview/')
  const { oldest } = body.queues
  const adjustments = await staff.as('finance', 'GET', 'adjustments/?status=pending&sort=oldest')
  const changes = await staff.as('admin', 'GET', 'access-changes/?status=pending&sort=oldest')
  expect(oldest.adjustment).toBe(adjustments.body.results[0]?.requested_at)
  expect(oldest.access_change).toBe(changes.body.results[0]?.requested_at)
  expect([oldest.catalog, oldest.import]).toEqual([null, null])
})

test('marks an adjustment of an account that its member has closed', async () => {
  const list = async () => {
    const { body } = await staff.as('finance', 'GET', 'adjustments/?status=pending')
    return new Set(body.results.map(({ account_closed: closed }) => closed))
  }
  expect(await list()).toEqual(new Set([false]))
  await sql`insert into account_closings (member_no, expires_at, closed_at)
    select member_no, now(), now() from identities where username = 'wanda'`.execute(staff.edge.db)
  expect(await list()).toEqual(new Set([true]))
})

test('lists waiting payments apart from ones too small to credit', async () => {
  const member = await addMember(staff.edge, 'walter')
  await staff.edge.db.transaction().execute(async (tx) => {
    // These rows have no commands behind them, so we disable the triggers that check the ledger's
    // rows.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into transfers (no, network, txid, asset, log_index, member_no, to_address,
        amount, rate_e8, block_number, block_at, state, seen_at)
      select n, 'test', lpad(n::text, 64, '0'), 2, 0, ${member.no}, 'T', 5000000, 100000000, n,
        now(), case when n < 1103 then 'dust' else 'unattributed' end, now()
      from generate_series(1001, 1104) n`.execute(tx)
  })
  const list = 'deposits/unattributed/?sort=oldest&page_size=100'
  const waiting = await page(`${list}&status=waiting`)
  expect([waiting.count, idsOf(waiting)]).toEqual([2, [1103, 1104]])
  expect((await page(`${list}&status=too_small`)).count).toBe(102)
  expect((await page(list)).count).toBe(104)
})

test('queues a repeated message once, until it has an answer', async () => {
  const body = { name: 'Vera', email: 'vera@example.org', subject: 'Again', message: 'Lost?' }
  const send = async (over: object) => {
    const repeat = { body: { ...body, ...over } }
    expect((await staff.edge.call('POST', '/api/accounts/contact/', repeat)).status).toBe(201)
  }
  const { count } = await page('messages/?status=open')
  for (const over of [{}, {}, { email: 'Vera@example.org' }]) await send(over)
  const open = await page('messages/?status=open')
  expect(open.count).toBe(count + 1)
  await send({ message: 'Or found?' })
  expect((await page('messages/?status=open')).count).toBe(count + 2)
  const path = `messages/${open.results[0]?.id}/answer/`
  expect((await staff.as('support', 'POST', path, { body: { answer: 'Found.' } })).status).toBe(200)
  await send({})
  expect((await page('messages/?status=open')).count).toBe(count + 2)
})

test('queues a message once that arrives several times at the same instant', async () => {
  const body = { name: 'Theo', email: 'theo@example.org', subject: 'Twice', message: 'Hello?' }
  const { count } = await page('messages/?status=open')
  const sendings = Array.from({ length: 8 }, () =>
    staff.edge.call('POST', '/api/accounts/contact/', { body }),
  )
  for (const { status } of await Promise.all(sendings)) expect(status).toBe(201)
  expect((await page('messages/?status=open')).count).toBe(count + 1)
})
