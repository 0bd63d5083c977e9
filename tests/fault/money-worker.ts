import { pino } from 'pino'
import { openKysely, openPool } from '../../src/db/pool.ts'
import { openBook } from '../../src/server/book/book.ts'
import { configOf } from '../../src/server/config/read-config.ts'
import { openWatcher } from '../../src/server/deposit/chain-watcher.ts'
import { activateProfile } from '../../src/server/network/activate-profile.ts'
import { openPayouts } from '../../src/server/payout/payout-worker.ts'
import { requireAddress } from '../../src/tron/encoding/address.ts'
import { openTronNodes } from '../../src/tron/quorum/nodes.ts'
import { productHooks } from '../../src/server/app/batch-hooks.ts'

// The money workers in their own process, to be killed: one round of the chain watcher, or two
// rounds of the payout worker, between which the sent payouts become final and are scanned. Or a
// member's call with a key.
const [task = '', databaseUrl = '', nodeUrl = '', devnetUrl = '', usdt = '', ...more] =
  process.argv.slice(2)

const config = await configOf(process.env)
config.tronApiUrls = [nodeUrl]
const pool = openPool({ connectionString: databaseUrl, name: 'worker', maxConnections: 4 })
const db = openKysely(pool)
const log = pino({ level: 'silent' })
const usdtContract = requireAddress(usdt)
const limits = { ratePerSecond: 10_000, timeoutMs: 30_000 }
const tron = openTronNodes({ nodes: [{ url: nodeUrl, ...limits }], usdtContract, headLastsMs: 0 })
const book = await openBook({ db, pool, log, hooks: productHooks(config) })
const stopping = new AbortController().signal
const context = { config, pool, db, read: db, book, tron, usdtContract, log, stopping }

if (task === 'deposit') await openWatcher(context).round()
else if (task === 'activation') {
  const [member = '', profile = '', scope = '', key = '', inputHash = ''] = more
  await activateProfile(context, { no: Number(member) }, profile, { scope, key, inputHash })
} else {
  const payouts = await openPayouts(context)
  await payouts.round()
  await fetch(`${devnetUrl}/devnet/mine`, { method: 'POST', body: '{"blocks":19}' })
  await openWatcher(context).round()
  await payouts.round()
}
process.exit(0)
