import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { productHooks } from '../../../src/server/app/batch-hooks.ts'
import { openBook } from '../../../src/server/book/book.ts'
import { configOf } from '../../../src/server/config/read-config.ts'
import { readSignedBatch } from '../../../src/server/custody/signed-batch.ts'
import { importPayouts } from '../../../src/server/payout/offline/import-payouts.ts'
import { requireAddress } from '../../../src/tron/encoding/address.ts'
import { openTronNodes } from '../../../src/tron/quorum/nodes.ts'

// Imports a signed file in its own process, to be killed.
const [databaseUrl = '', nodeUrl = '', usdt = '', signed = ''] = process.argv.slice(2)

const config = await configOf(process.env)
const pool = openPool({ connectionString: databaseUrl, name: 'import', maxConnections: 4 })
const db = openKysely(pool)
const log = pino({ level: 'silent' })
const usdtContract = requireAddress(usdt)
const nodes = [{ url: nodeUrl, ratePerSecond: 10_000, timeoutMs: 30_000 }]
const tron = openTronNodes({ nodes, usdtContract, headLastsMs: 0 })
const book = await openBook({ db, pool, log, hooks: productHooks(config) })
const batch = await readSignedBatch(db, readFileSync(signed, 'utf8'))
await importPayouts({ config, db, book, tron, log }, batch, 'ann')
process.exit(0)
