/**
 * `npm run check:ledger`: prints what differs between the rows, the rules and the balances; exit
 * 0 when nothing does, 1 when something does. Works while the product runs and while it does not.
 */
import { withDatabase } from '../running/tool-database.ts'
import { checkBook } from './check.ts'

const started = performance.now()
const { differences, ...counts } = await withDatabase('check:ledger', ({ db, pool }) =>
  checkBook(db, pool),
)
const seconds = ((performance.now() - started) / 1000).toFixed(1)
for (const line of differences.described) console.log(`differs: ${line}`)
const sizes = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
console.log(`${sizes.join(', ')}; ${differences.count} differences; ${seconds} s`)
process.exitCode = differences.count === 0 ? 0 : 1
