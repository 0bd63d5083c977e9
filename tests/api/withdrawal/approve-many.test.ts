import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { fundMember } from '../support/members.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'
import { signInStaff } from '../support/staff-edge.ts'

let world: MoneyWorld
let finance: Record<string, string>
beforeAll(async () => {
  world = await openMoneyWorld()
  finance = (await signInStaff(world.edge, 'fiona', 'finance')).headers
})
afterAll(() => world.close())

async function request(name: string): Promise<string> {
  const member = await world.member(name)
  await fundMember(world.edge, member.no, 20)
  await world.edge.db
    .updateTable('identities')
    .set({ wallet_address: addressOfKey(newPrivateKey()) })
    .where('member_no', '=', member.no)
    .execute()
  const asked = await member.post('rewards/withdrawals/', { amount: 10, payment_method: 'trx' })
  return asked.body.id
}

const approve = (...ids: string[]) =>
  world.edge.call('POST', '/api/operator/withdrawals/approve/', {
    headers: finance,
    body: { items: ids.map((id) => ({ id, revision: 1 })) },
  })

/** Works while a transaction keeps the row of a withdrawal. */
const besides = <T>(id: string, work: () => Promise<T>): Promise<T> =>
  world.edge.db.transaction().execute(async (tx) => {
    await sql`select from withdrawals where no = ${id} for update`.execute(tx)
    return await work()
  })

test('reports the results of the others if one can’t be done', async () => {
  const [stuck, free] = [await request('stuck'), await request('free')]
  const { status, body } = await besides(stuck, () => approve(stuck, free))
  expect(status).toBe(200)
  expect(body.results.map(({ id, done, code }) => ({ id, done, code }))).toEqual([
    { id: stuck, done: false, code: 'overloaded' },
    { id: free, done: true, code: null },
  ])
  expect(body.results[0]?.detail).toMatch(/try again/i)
  const again = await approve(stuck)
  expect(again.body.results.map(({ done }) => done)).toEqual([true])
})

test('answers a refused one with its state now', async () => {
  const id = await request('twice')
  await approve(id)
  const { body } = await approve(id, '999999')
  const seen = body.results.map(({ code, withdrawal }) => [code, withdrawal])
  expect(seen).toEqual([
    ['wrong_state', expect.objectContaining({ id, stage: 'approved', revision: 2 })],
    ['not_found', null],
  ])
})

test('fails as a whole if nothing has a result', async () => {
  const stuck = await request('alone')
  const { status, problem } = await besides(stuck, () => approve(stuck))
  expect([status, problem.code]).toEqual([503, 'overloaded'])
})
