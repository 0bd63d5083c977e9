/**
 * `npm run check:ledger`: prints what differs between the rows, the rules and the balances, and
 * where the chain of the audit log is broken; exit 0 when nothing does, 1 when something does.
 * Works while the product runs and while it does not.
 */
import { checkAudit } from '../operator/check-audit.ts'
import { withDatabase } from '../running/tool-database.ts'
import { checkBook } from './check.ts'

const started = performance.now()
const { differences, audit, ...counts } = await withDatabase(
  'check:ledger',
  async ({ db, pool }) => ({ ...(await checkBook(db, pool)), audit: await checkAudit(db) }),
)
const seconds = ((performance.now() - started) / 1000).toFixed(1)
for (const line of differences.described) console.log(`differs: ${line}`)
const sizes = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
console.log(`${sizes.join(', ')}; ${differences.count} differences; ${seconds} s`)
const chain = audit.ok ? 'whole' : `broken at entry ${audit.broken_at}`
console.log(`audit log: ${audit.entries} entries, its chain is ${chain}`)
process.exitCode = differences.count === 0 && audit.ok ? 0 : 1
