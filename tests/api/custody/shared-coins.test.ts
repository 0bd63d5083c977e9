import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSignedBatch } from '../../../src/server/custody/signing-batches.ts'
import { importPayouts } from '../../../src/server/payout/offline/import-payouts.ts'
import { openOfflineWorld, type OfflineWorld } from '../support/offline-world.ts'

// Two operators import different files that one wallet pays.

let offline: OfflineWorld
beforeAll(async () => {
  offline = await openOfflineWorld()
})
afterAll(() => offline.close())

const context = () => offline.world.edge.context

/** A signed file of a few payouts of $10 to different members. */
async function signedFile(name: string, count: number) {
  for (let at = 0; at < count; at += 1) await offline.approved(`${name}${at}`, 1)
  return await readSignedBatch(
    context().db,
    await offline.payer.sign(await offline.exportPayouts()),
  )
}

test('stores no more than the wallet holds, together', async () => {
  // 1,000 TRX cover 24 payouts of 38 TRX and their fees, with the reserve.
  const files = [await signedFile('one', 16), await signedFile('two', 16)]
  const ended = await Promise.allSettled(files.map((file) => importPayouts(context(), file, 'ann')))
  const refused = ended.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))
  expect(refused.join()).toContain('The wallet is short of coins')
  const rows = await context()
    .db.selectFrom('payouts')
    .select(['units', 'fee_limit_sun'])
    .where('state', '=', 'stored')
    .execute()
  const most = rows.reduce((sum, row) => sum + row.units + 1_368_000n, 0n)
  expect(most).toBeLessThanOrEqual(995_000_000n)
  expect(rows.length).toBeGreaterThan(20)
})
