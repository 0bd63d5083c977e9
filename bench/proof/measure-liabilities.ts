/** The tree of liabilities, for members with balances from zero to a few hundred dollars. */
import { sql } from 'kysely'
import { buildTree } from '../../src/server/transparency/liabilities/build-tree.ts'
import type { PackedOwed } from '../../src/server/transparency/liabilities/tree-rows.ts'
import type { BenchDatabase } from '../database.ts'
import { makeDice } from '../../src/server/demo/dice.ts'
import { hold, note } from '../report.ts'

const AT_ONCE = 5_000
const MILLION = 1_000_000

/** Nine in ten have less than $25; the others are in several leaves. */
async function* makeOwed(members: number): AsyncGenerator<PackedOwed> {
  const random = makeDice(17)
  for (let first = 2; first < members + 2; first += AT_ONCE) {
    const count = Math.min(AT_ONCE, members + 2 - first)
    const [numbers, amounts] = [Buffer.alloc(4 * count), Buffer.alloc(8 * count)]
    const names = Array.from({ length: count }, (_, at) => {
      numbers.writeInt32BE(first + at, 4 * at)
      const most = random(10) > 0 ? 25_000_000 : 200_000_000
      amounts.writeBigInt64BE(BigInt(random(most)), 8 * at)
      return `member${first + at}`
    })
    yield { numbers, amounts, names: JSON.stringify(names) }
    await Promise.resolve()
  }
}

/** @param members how many; the targets are for a million */
export async function measureLiabilities(
  { db }: BenchDatabase,
  members: number,
  quiet: boolean,
): Promise<void> {
  let most = 0
  const before = process.memoryUsage().rss
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50)
  const started = performance.now()
  const day = '2000-01-01'
  const { size } = await buildTree({ db, day, results: null, owed: makeOwed(members) })
  const seconds = (performance.now() - started) / 1000
  clearInterval(watch)
  const { rows } = await sql<{ bytes: string }>`
    select (select sum(length(body)) from liability_tiles)
      + (select sum(length(body)) from liability_index) as bytes`.execute(db)
  const scale = MILLION / members
  note('liabilities: leaves', size, '')
  hold('liabilities: seconds for 1,000,000 members', seconds * scale, { atMost: 10 }, quiet)
  note('liabilities: more memory, MB', Math.max(0, most - before) / 1e6, '')
  hold('liabilities: bytes stored for each leaf', Number(rows[0]?.bytes) / size, { atMost: 50 })
  await db.deleteFrom('liability_days').where('day', '=', day).execute()
}
