import { openKysely, openPool } from '../../../src/db/pool.ts'
import { anchorDay } from '../../../src/server/transparency/anchor/anchor-day.ts'
import { requireAddress } from '../../../src/tron/encoding/address.ts'
import { readPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { openTronNodes } from '../../../src/tron/quorum/nodes.ts'

// A round of anchors in a process of its own, to be killed.
const [databaseUrl = '', url = '', usdt = '', key = '', to = ''] = process.argv.slice(2)

const db = openKysely(openPool({ connectionString: databaseUrl, name: 'anchors' }))
const nodes = [{ url, ratePerSecond: 10_000, pauseMs: 20 }]
const tron = openTronNodes({ nodes, usdtContract: requireAddress(usdt), headLastsMs: 0 })
await anchorDay(db, tron, { key: readPrivateKey(key), to: requireAddress(to) })
process.exit(0)
