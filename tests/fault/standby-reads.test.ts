import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { api, type CallName } from '../../src/contract/routes.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openKysely, openPool } from '../../src/db/pool.ts'
import { openBook } from '../../src/server/book/book.ts'
import { configOf } from '../../src/server/config/config.ts'
import { mustBeAddress } from '../../src/tron/encoding/address.ts'
import { openTronNodes } from '../../src/tron/quorum/nodes.ts'
import { signInStaff } from '../api/support/staff-edge.ts'
import { openEdgeOn, type CallOptions } from '../api/support/edge.ts'
import { addMember } from '../api/support/members.ts'
import { depositCommands } from '../support/deposits.ts'
import { openCluster } from '../support/standby.ts'
import { until } from '../support/poll.ts'
import { productHooks } from '../../src/server/app/batch-hooks.ts'

const log = pino({ level: 'silent' })

/** The calls that only read and need nothing in their path. */
const reads = (Object.keys(api) as CallName[]).filter((name) => {
  const { method, path } = api[name]
  return method === 'GET' && !/[:{]/.test(path) && name !== 'streamEvents'
})

test('answers every list and page from a hot standby', async () => {
  // Nothing may keep running after a failure. Close in reverse order.
  const cluster = await openCluster()
  onTestFinished(() => cluster.close())
  const primary = await cluster.primary()
  const pool = openPool({ connectionString: primary.url, name: 'primary' })
  onTestFinished(() => pool.end())
  await migrate(pool)
  const standby = await cluster.standbyOf(primary)
  const readPool = openPool({ connectionString: standby.url, name: 'reads' })
  onTestFinished(() => readPool.end())
  const dataDir = await mkdtemp(join(tmpdir(), 'twofold-reads-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const config = await configOf({ DATA_DIR: dataDir, RATE_LIMITS: 'off' })
  const db = openKysely(pool)
  const book = await openBook({ db, pool, log, hooks: productHooks(config) })
  onTestFinished(() => book.close())
  const usdtContract = mustBeAddress('TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs')
  const tron = openTronNodes({ nodes: [{ url: 'http://127.0.0.1:9' }], usdtContract })
  const { signal: stopping } = new AbortController()
  const read = openKysely(readPool)
  const context = { config, pool, db, read, book, tron, usdtContract, log, stopping }
  const edge = await openEdgeOn(context, primary.url, join(dataDir, 'no build'))
  onTestFinished(() => edge.close())
  const member = await addMember(edge, 'reader')
  // An open request: its page looks for transfers that are not final yet.
  const [open] = depositCommands(member.no, 5, 1)
  if (open) await book.submit({ command: open, by: { system: 'test' } })
  const operators: CallOptions = { headers: (await signInStaff(edge, 'chief', 'admin')).headers }
  const [at] = await primary.query('select pg_current_wal_lsn()::text as lsn')
  await until('the standby to follow', async () => {
    const [row] = await standby.query(
      `select coalesce(pg_last_wal_replay_lsn() >= '${String(at?.lsn)}', false) as there`,
    )
    return row?.there
  })
  const failed: unknown[] = []
  let answered = 0
  for (const name of reads) {
    const { path } = api[name]
    const who = path.startsWith('/api/operator/') ? operators : { token: member.access }
    const answer = await edge.call('GET', path, who)
    if (answer.status === 200) answered++
    // Some calls need nodes, rates, or USDT payouts and refuse without them. Nothing else fails.
    const isOutside = /chain_unavailable|rate_unavailable|usdt_closed/.test(answer.text)
    if (answer.status >= 500 && !isOutside) failed.push([name, answer.status, answer.body?.code])
  }
  expect(failed).toEqual([])
  expect(answered).toBeGreaterThan(30)
})
