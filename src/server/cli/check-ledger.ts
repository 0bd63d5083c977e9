/**
 * `npm run check:ledger`: prints differences between the rows, the rules and the balances, and
 * breaks in the hash chain of the audit log. Exit 0 when there are none, 1 when there are some.
 * `--head HASH` also requires that the audit log once ended with this hash, which you find in a
 * daily email. Works whether or not the product is running.
 */
import { readOptions, runTool, WrongUsage } from '../../terminal/tool.ts'
import { checkAudit, hasHead } from '../audit/check-audit.ts'
import { withDatabase } from '../startup/tool-database.ts'
import { checkBook } from '../book/check/check.ts'

const USAGE = 'Usage: npm run check:ledger [-- --head HASH]'
const { head } = readOptions({
  usage: USAGE,
  options: { head: { type: 'string' } },
}).values
await runTool([], async () => {
  // Otherwise, a mistyped hash would mean that someone rewrote the log.
  if (head !== undefined && !/^[0-9a-f]{64}$/i.test(head)) {
    throw new WrongUsage('--head must be 64 hex digits, as in the daily email.', USAGE)
  }
  const started = performance.now()
  const { differences, audit, known, ...counts } = await withDatabase(
    'check:ledger',
    async ({ db, pool }) => ({
      ...(await checkBook(db, pool)),
      audit: await checkAudit(db),
      known: head === undefined || (await hasHead(db, head)),
    }),
  )
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  for (const line of differences.described) console.log(`differs: ${line}`)
  const sizes = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
  console.log(`${sizes.join(', ')}; ${differences.count} differences; ${seconds} s`)
  const chain = audit.ok ? 'whole' : `broken at entry ${audit.broken_at}`
  console.log(`audit log: ${audit.entries} entries, its chain is ${chain}`)
  console.log(`audit log: its head is ${audit.head}`)
  if (head !== undefined) {
    const said = known
      ? 'is part of the chain'
      : 'is not part of the chain: someone rewrote the log'
    console.log(`audit log: the head written down elsewhere ${said}`)
  }
  process.exitCode = differences.count === 0 && audit.ok && known ? 0 : 1
})
