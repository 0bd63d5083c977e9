import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  inCustody,
  isInCustody,
  isOutside,
  isOwnAddress,
  isOwnWallet,
  lockWallets,
  memberOf,
  readOwners,
  staysInCustody,
} from '../../src/server/addresses/whose-address.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

// Every way to ask whose an address is has the same answer.

const [DEPOSITS, WALLET, BOTH, RETIRED, OUTSIDE] = ['TDeposits', 'TWallet', 'TBoth', 'TOld', 'TOut']
const every = [DEPOSITS, WALLET, BOTH, RETIRED, OUTSIDE]

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  const deposits = [DEPOSITS, BOTH].map((address, i) => ({ address, member_no: 10 + i }))
  await db
    .insertInto('deposit_addresses')
    .values(deposits.map((row) => ({ ...row, address_index: row.member_no })))
    .execute()
  const wallets = [WALLET, BOTH].map((address) => ({ address, role: 'cold' as const }))
  await db.insertInto('own_wallets').values(wallets).execute()
  const retired = { role: 'cold' as const, retired_by: 'ann', reason: 'a test' }
  await db
    .insertInto('retired_wallets')
    .values({ ...retired, address: RETIRED, added_at: new Date(0) })
    .execute()
})
afterAll(() => database.close())

test('tells a member’s address, a wallet of the company, and others apart', async () => {
  const owners = await readOwners(database.db, [...every, ...every])
  expect([...owners].toSorted()).toEqual([
    [BOTH, { member: 11 }],
    [DEPOSITS, { member: 10 }],
    [WALLET, 'company'],
  ])
  expect(every.map((each) => memberOf(owners, each))).toEqual([
    10,
    undefined,
    11,
    undefined,
    undefined,
  ])
  expect(await readOwners(database.db, [])).toEqual(new Map())
})

test('says the same one by one, in a statement, and under a lock', async () => {
  const { db } = database
  const ask = <T>(question: (address: string) => Promise<T>): Promise<T[]> =>
    Promise.all(every.map(question))
  const held = [true, true, true, false, false]
  expect(await ask((each) => isInCustody(db, each))).toEqual(held)
  expect(await ask((each) => isOwnAddress(db, OUTSIDE, each))).toEqual(held.with(4, true))
  expect(await ask((each) => isOwnWallet(db, each))).toEqual([false, true, false, false, false])
  const { rows } = await sql<{ held: boolean; outside: boolean }>`
    select ${inCustody(sql.ref('asked.address'))} as held,
      ${isOutside(sql.ref('asked.address'))} as outside
    from unnest(${every}::text[]) with ordinality asked (address, no) order by no`.execute(db)
  expect(rows).toEqual(held.map((isHeld) => ({ held: isHeld, outside: !isHeld })))
  await db.transaction().execute(async (tx) => {
    expect(await lockWallets(tx, every)).toEqual(new Set([WALLET, BOTH]))
    const kept = []
    for (const each of every) kept.push(await staysInCustody(tx, each))
    expect(kept).toEqual(held)
  })
})
