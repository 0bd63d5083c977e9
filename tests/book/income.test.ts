/** What members earned follows from the postings, whatever the length of the steps. */
import pino from 'pino'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHARGE_ACCOUNTS } from '../../src/domain/ledger/account.ts'
import { openBook, type Book } from '../../src/server/book/book.ts'
import { checkRows } from '../../src/server/book/check/check-rows.ts'
import { noDifferences } from '../../src/server/book/check/compare-states.ts'
import { PURPOSE_CODES, rewardPurposes } from '../../src/server/book/rows/ledger-rows.ts'
import { addIncome, addIncomeUntil } from '../../src/server/transparency/income/add-income.ts'
import { incomePart } from '../../src/server/transparency/income/freeze-income.ts'
import type { Cut } from '../../src/server/transparency/sheet/part.ts'
import { readGoldenLog } from '../domain/golden-log.ts'
import { randomFrom } from '../domain/random.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { times } from '../support/scale.ts'

let database: TestDatabase
let book: Book
let last: number
beforeAll(async () => {
  database = await createTestDatabase()
  book = await openBook({ ...database, log: pino({ level: 'silent' }) })
  // Every kind of command. The ledger's clock is another, so it refuses some of them.
  const commands = readGoldenLog().map(({ command }) => command)
  for (let at = 0; at < commands.length; at += 100) {
    const part = commands.slice(at, at + 100)
    await Promise.all(part.map((command) => book.submit({ command, by: { system: 'test' } })))
  }
  const { rows } = await sql<{ no: bigint }>`select max(no) as no from journals`.execute(
    database.db,
  )
  last = Number(rows[0]?.no)
})
afterAll(async () => {
  await book.close()
  await database.close()
})

type Line = { journal: bigint; account: bigint; amount: bigint; purpose: number; plan: number }
type Result = { paid: bigint; charges: bigint; rewards: bigint; plan: number | null }

/** One posting after the other, by the words of the rule. */
async function recount(until: number): Promise<Map<number, Result>> {
  const { rows } = await sql<Line>`
    select journal_no as journal, account_no as account, amount, purpose, plan
    from postings join journals on journals.no = journal_no
      left join profiles on profiles.no = subject and kind = 0
    where journal_no <= ${until} and asset = 0 order by journal_no, line`.execute(database.db)
  const results = new Map<number, Result>()
  const of = (account: bigint): Result => {
    const member = Number((account - 1000n) / 2n)
    const result = results.get(member) ?? { paid: 0n, charges: 0n, rewards: 0n, plan: null }
    results.set(member, result)
    return result
  }
  for (const line of rows) {
    const { account, amount, purpose } = line
    if (purpose === PURPOSE_CODES.fee) {
      const payer = of(account)
      payer.paid -= amount
      payer.plan = Math.max(payer.plan ?? 0, line.plan)
    }
    if (rewardPurposes.includes(purpose)) of(account).rewards += amount
    if (!CHARGE_ACCOUNTS.includes(Number(account))) continue
    const owner = rows.find(
      (each) => each.journal === line.journal && each.account >= 1000n && each !== line,
    )
    if (!owner) throw new Error(`nobody was charged in journal ${line.journal}`)
    of(owner.account).charges += amount
  }
  return results
}

async function results(): Promise<Map<number, Result>> {
  const rows = await database.db.selectFrom('member_results').selectAll().execute()
  return new Map(
    rows.map(({ member_no: no, paid, charges, rewards, plan }) => [
      no,
      { paid, charges, rewards, plan },
    ]),
  )
}

async function restart(): Promise<void> {
  await sql`delete from member_results`.execute(database.db)
  await sql`delete from plan_results`.execute(database.db)
  await sql`update income_mark set journal_no = 0`.execute(database.db)
}

async function problems(): Promise<string[]> {
  const found = noDifferences()
  await checkRows(database.pool, found)
  return [...found.described]
}

/** As the daily sheet does it. */
const freeze = (cut: Cut) =>
  database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => incomePart.read(tx, cut, database.db))

test('counts the same in steps of any length, even after lost steps', async () => {
  const expected = await recount(last)
  const charged = [...expected.values()].filter(({ charges }) => charges !== 0n)
  expect(charged.length).toBeGreaterThan(5)
  for (let seed = 1; seed <= times(30); seed++) {
    const random = randomFrom(seed)
    await restart()
    for (let done = 0; done < last;) {
      const most = 1 + random.below(400)
      const killed = database.db.transaction().execute(async (tx) => {
        const count = await addIncome(tx, last, most)
        if (random.chance(0.3)) throw new Error('killed')
        return count
      })
      done += await killed.catch(() => 0)
    }
    expect(await addIncome(database.db, last)).toBe(0)
    expect(await results(), `seed ${seed}`).toEqual(expected)
  }
})

test('counts no journal twice with two processes', async () => {
  await restart()
  const { db } = database
  await Promise.all([addIncomeUntil(db, last), addIncomeUntil(db, last)])
  expect(await results()).toEqual(await recount(last))
})

test('freezes the results up to a sheet’s last journal, in balance with the house', async () => {
  await restart()
  const cut = { seq: 0, journal: last, at: new Date(), day: '2026-11-23' }
  const body = await freeze(cut)
  const all = [...(await recount(last)).entries()].filter(([member]) => member !== 1)
  const paying = all.filter(([, { paid }]) => paid > 0n).map(([, each]) => each)
  expect(body).toMatchObject({
    all: {
      members: paying.length,
      zero_rewards: paying.filter(({ rewards }) => rewards === 0n).length,
      above: paying.filter(({ rewards, paid, charges }) => rewards - paid - charges >= 10_000n)
        .length,
      below: paying.filter(({ rewards, paid, charges }) => rewards < paid + charges).length,
    },
  })
  await expect(freeze({ ...cut, journal: last - 1 })).rejects.toThrow(/not the cut/)
})

test('refuses to publish unbalanced results, which the ledger check reports', async () => {
  const { db } = database
  await restart()
  await addIncomeUntil(db, last)
  expect(await problems()).toEqual([])
  await sql`update member_results set rewards = rewards + 1
    where member_no = (select max(member_no) from member_results)`.execute(db)
  const cut = { seq: 0, journal: last, at: new Date(), day: '2026-11-23' }
  await expect(freeze(cut)).rejects.toThrow(/members lost/)
  expect(await problems()).toEqual([
    expect.stringMatching(/^results of members .* rewards/),
    expect.stringMatching(/^all results/),
  ])
})
