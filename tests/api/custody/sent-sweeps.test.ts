import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAddresses } from '../../../src/server/custody/reconciliation/check-addresses.ts'
import { importMoves } from '../../../src/server/custody/import-moves.ts'
import { readSignedBatch } from '../../../src/server/custody/signed-batch.ts'
import { explainTransfer } from '../../../src/server/payout/unexplained/explain-transfer.ts'
import { discard, openOfflineWorld, type OfflineWorld } from '../support/offline-world.ts'
import { isLong } from '../../support/scale.ts'

// Anyone who has a signed file can send its sweeps before anyone imports it.

let offline: OfflineWorld
beforeAll(async () => {
  offline = await openOfflineWorld()
})
afterAll(() => offline.close())

const context = () => offline.world.edge.context

/** A signed file with one sweep of a member's address, which is on chain already. */
async function sentSweep(name: string) {
  const { world, cold, sweeper } = offline
  const { db, tron } = context()
  const { address } = await world.member(name)
  await world.pay(address, 'TRX', '500')
  await world.settle()
  await checkAddresses(context())
  const text = await sweeper.sign((await offline.exportSweeps(cold)).text, '--to', cold)
  const batch = await readSignedBatch(db, text)
  const sweep = batch.payouts.find(({ from }) => from === address)
  if (!sweep) throw new Error('no sweep of the member')
  await tron.broadcast(sweep.signedHex)
  await world.settle()
  const explanation = { txid: sweep.txid, operator: 'ann', why: 'someone sent it' }
  return { address, batch, explain: () => explainTransfer(context(), explanation) }
}

/** Compares the addresses of a sweep with the ledger. */
async function stateOf(address: string): Promise<string[]> {
  const { world, cold } = offline
  const { db } = context()
  // The product deletes no comparison, so the owner does.
  await sql`delete from address_checks where address in (${address}, ${cold})`.execute(
    world.edge.db,
  )
  await sql`insert into reconciliation_queue (address) values (${address})
    on conflict do nothing`.execute(db)
  await checkAddresses(context())
  const rows = await db
    .selectFrom('address_checks')
    .select('state')
    .where('address', 'in', [address, cold])
    .execute()
  return rows.map(({ state }) => state)
}

test.runIf(isLong)('explains no sweep whose file can still be imported', async () => {
  const { address, batch, explain } = await sentSweep('importable')
  await expect(explain()).rejects.toThrow(`Import or discard batch ${batch.batch} first.`)
  expect(await importMoves(context().db, batch, 'ann')).toEqual({ found: 1, stored: 0 })
  await offline.send()
  expect(await explain()).toBeNull()
  expect(await stateOf(address)).toEqual(['agrees', 'agrees'])
})

test('imports no sweep that was explained', async () => {
  const { address, batch, explain } = await sentSweep('explained')
  await discard(context().db, batch.batch)
  expect(await explain()).toContainEqual(expect.stringContaining('which is ours'))
  // As after a restore to a time before it was discarded.
  await sql`update signing_batches set discarded_at = null
    where batch = ${batch.batch}`.execute(offline.world.edge.db)
  expect(await importMoves(context().db, batch, 'ann')).toEqual({ found: 0, stored: 0 })
  await offline.send()
  expect(await stateOf(address)).toEqual(['agrees', 'agrees'])
})
