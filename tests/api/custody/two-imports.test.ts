import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSignedBatch } from '../../../src/server/custody/signing-batches.ts'
import { importPayouts } from '../../../src/server/payout/offline/import-payouts.ts'
import { isLong } from '../../support/scale.ts'
import { openOfflineWorld, type OfflineWorld } from '../support/offline-world.ts'

// Two operators import at the same time.

let offline: OfflineWorld
beforeAll(async () => {
  offline = await openOfflineWorld()
})
afterAll(() => offline.close())

const context = () => offline.world.edge.context
test('stores each payout of one file once', async () => {
  const ids: string[] = []
  const count = isLong ? 8 : 3
  for (let at = 0; at < count; at += 1) ids.push(...(await offline.approved(`same${at}`, 1)).ids)
  const text = await offline.payer.sign(await offline.exportPayouts())
  const batch = await readSignedBatch(context().db, text)
  const ended = await Promise.allSettled(
    ['ann', 'ben'].map((operator) => importPayouts(context(), batch, operator)),
  )
  // The one that ends first uses up the file. Both counted each payout at most once.
  const done = ended.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const refused = ended.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))
  expect(done).toHaveLength(1)
  expect(refused).toEqual([expect.stringContaining('was imported before')])
  const seen = done.flatMap(({ stored, skipped }) => [...stored, ...skipped.map(({ id }) => id)])
  expect(seen.toSorted()).toEqual(ids.toSorted())
  await expect(readSignedBatch(context().db, text)).rejects.toThrow('was imported before')
  await offline.send()
  const { rows } = await sql<{ no: string; state: string }>`
    select withdrawal_no::text as no, state from payouts order by withdrawal_no`.execute(
    offline.world.edge.db,
  )
  expect(rows).toEqual(ids.map((no) => ({ no, state: 'confirmed' })))
})
