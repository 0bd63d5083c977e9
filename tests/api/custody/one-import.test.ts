import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { lockFiles } from '../../../src/server/custody/batch-ends.ts'
import { checkAddresses } from '../../../src/server/custody/reconciliation/check-addresses.ts'
import { importMoves } from '../../../src/server/custody/import-moves.ts'
import { importPayouts } from '../../../src/server/payout/offline/import-payouts.ts'
import { readSignedBatch } from '../../../src/server/custody/signed-batch.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { until } from '../../support/poll.ts'
import { isLong } from '../../support/scale.ts'
import { discard, openOfflineWorld, type OfflineWorld } from '../support/offline-world.ts'

// A signed file is imported or discarded, one of them at a time, and the audit log says by whom.

let offline: OfflineWorld
beforeAll(async () => {
  offline = await openOfflineWorld()
})
afterAll(() => offline.close())

const context = () => offline.world.edge.context
const db = () => context().db

async function fund(name: string) {
  const { world } = offline
  const { address } = await world.member(name)
  await world.pay(address, 'TRX', '500')
  await world.settle()
  await checkAddresses(context())
}

async function signedSweep(name: string, to = offline.cold) {
  await fund(name)
  const { text } = await offline.exportSweeps(to)
  return readSignedBatch(db(), await offline.sweeper.sign(text, '--to', to))
}

const entriesOf = (object: string) =>
  db()
    .selectFrom('audit_entries')
    .select(['operator', 'action', 'after'])
    .where('object', '=', object)
    .orderBy('no')
    .execute()

test('discards a batch before or after the import of its moves, never meanwhile', async () => {
  const sweep = await signedSweep('busy')
  let imported: ReturnType<typeof importMoves> | undefined
  let discarded: Promise<boolean> | undefined
  await db()
    .transaction()
    .execute(async (tx) => {
      // The import waits for its wallet.
      await tx.selectFrom('own_wallets').select('address').forUpdate().execute()
      imported = importMoves(db(), sweep, 'ann')
      await until('the import to wait', () => waiting(1))
      discarded = discard(db(), sweep.batch)
      await until('the other to wait for it', () => waiting(2))
    })
  expect(await imported).toMatchObject({ stored: sweep.payouts.length })
  expect(await discarded).toBe(false)
  await expect(importMoves(db(), sweep, 'bob')).rejects.toThrow(/imported before/)
  await offline.send()
})

/** Whether as many sessions of this database wait for a lock. */
async function waiting(sessions: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db())
  return rows[0]?.count === sessions
}

test('audits exports, the wallets that they add, and imports', async () => {
  const { world } = offline
  const wallet = addressOfKey(newPrivateKey())
  await world.pay(wallet, 'TRX', '1')
  await world.settle()
  const sweep = await signedSweep('audited', wallet)
  const added = await entriesOf(wallet)
  expect(added).toEqual([{ operator: 'ann', action: 'add wallet', after: { role: 'cold' } }])
  await importMoves(db(), sweep, 'bob')
  const orders = sweep.payouts.length
  expect(await entriesOf(sweep.batch)).toEqual([
    { operator: 'ann', action: 'export batch', after: { kind: 'sweeps', orders, wallet } },
    { operator: 'bob', action: 'import batch', after: { stored: orders, skipped: 0 } },
  ])
})

test.runIf(isLong)(
  'imports payouts after another file has changed, however long that takes',
  async () => {
    await offline.approved('patient', 1)
    const batch = await readSignedBatch(
      db(),
      await offline.payer.sign(await offline.exportPayouts()),
    )
    const imported = await db()
      .transaction()
      .execute(async (tx) => {
        await lockFiles(tx)
        const all = importPayouts(context(), batch, 'ann')
        await until('the import to wait', () => waiting(1))
        return { all }
      })
    expect(await imported.all).toMatchObject({ stored: [batch.payouts[0]?.id], skipped: [] })
    await offline.send()
  },
)

/** A session of another role that has the lock of the previous version. */
async function holdOldLock(username: string): Promise<Client> {
  const url = Object.assign(new URL(offline.world.edge.databaseUrl), { username })
  const client = new Client({ connectionString: url.href })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`select pg_advisory_lock(hashtextextended('signing batches', 0))`)
  return client
}

test.runIf(isLong)('imports payouts, whatever a web role locks', async () => {
  await offline.approved('unhindered', 1)
  const batch = await readSignedBatch(db(), await offline.payer.sign(await offline.exportPayouts()))
  const web = await holdOldLock('twofold_web')
  await web.query('begin; lock table signing_files in access share mode')
  await expect(web.query('lock table signing_files in share mode')).rejects.toMatchObject({
    code: '42501',
  })
  const imported = await importPayouts(context(), batch, 'ann')
  expect(imported).toMatchObject({ stored: [batch.payouts[0]?.id], skipped: [] })
  await offline.send()
})

test.runIf(isLong)('waits for a process of the previous version', async () => {
  await offline.approved('older', 1)
  const batch = await readSignedBatch(db(), await offline.payer.sign(await offline.exportPayouts()))
  const old = await holdOldLock('twofold_worker')
  const all = importPayouts(context(), batch, 'ann')
  await until('the import to wait', () => waiting(1))
  await old.query('select pg_advisory_unlock_all()')
  expect(await all).toMatchObject({ stored: [batch.payouts[0]?.id], skipped: [] })
  await offline.send()
})

test.runIf(isLong)('audits an import of payouts that stopped halfway', async () => {
  await offline.approved('halfway', 1)
  await offline.approved('stopped', 1)
  const batch = await readSignedBatch(db(), await offline.payer.sign(await offline.exportPayouts()))
  let stored = 0
  const { book } = context()
  const failing: typeof book = {
    ...book,
    submit: (submission) => {
      stored += 1
      if (stored > 1) throw new Error('no ledger')
      return book.submit(submission)
    },
  }
  await expect(importPayouts({ ...context(), book: failing }, batch, 'bob')).rejects.toThrow(
    'no ledger',
  )
  const after = { stored: 1, isInterrupted: true }
  const entries = await entriesOf(batch.batch)
  expect(entries.slice(1)).toEqual([{ operator: 'bob', action: 'import batch', after }])
  const { skipped } = await importPayouts(context(), batch, 'bob')
  expect(skipped).toMatchObject([{ why: 'earlier_attempt' }])
})

test.runIf(isLong)(
  'imports nothing of a batch that was discarded after its file was read',
  async () => {
    const stored = async () => [
      await db().selectFrom('payouts').select('no').execute(),
      await db().selectFrom('custody_moves').select('no').execute(),
    ]
    const before = await stored()
    const sweep = await signedSweep('discarded')
    expect(await discard(db(), sweep.batch)).toBe(true)
    await expect(importMoves(db(), sweep, 'ann')).rejects.toThrow(/was discarded/)
    const { ids } = await offline.approved('withdrawing', 1)
    const payouts = await readSignedBatch(
      db(),
      await offline.payer.sign(await offline.exportPayouts()),
    )
    expect(payouts.payouts.map(({ id }) => id)).toEqual(ids)
    expect(await discard(db(), payouts.batch)).toBe(true)
    await expect(importPayouts(context(), payouts, 'ann')).rejects.toThrow(/was discarded/)
    expect(await stored()).toEqual(before)
  },
)

test.runIf(isLong)(
  'stores no payout of a batch from the moment on when it is discarded',
  async () => {
    const own = await openOfflineWorld()
    onTestFinished(() => own.close())
    await own.approved('first', 1)
    await own.approved('second', 1)
    const { context: there } = own.world.edge
    const { db: ledger, book } = there
    const batch = await readSignedBatch(ledger, await own.payer.sign(await own.exportPayouts()))
    let sent = 0
    let discarded = false
    const discarding: typeof book = {
      ...book,
      // After every check but the last one.
      submit: async (submission) => {
        sent += 1
        if (sent === 2) discarded = await discard(ledger, batch.batch)
        return book.submit(submission)
      },
    }
    await expect(importPayouts({ ...there, book: discarding }, batch, 'bob')).rejects.toThrow(
      /discarded/,
    )
    expect(discarded).toBe(true)
    expect(await ledger.selectFrom('payouts').select('no').execute()).toHaveLength(1)
  },
)
