import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAddresses } from '../../../src/server/custody/reconciliation/check-addresses.ts'
import { importMoves } from '../../../src/server/custody/import-moves.ts'
import { readDifferences } from '../../../src/server/custody/queries.ts'
import { readSignedBatch } from '../../../src/server/custody/signed-batch.ts'
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
test('stores each top-up once, beside payouts from the same wallet', async () => {
  const { world, cold, payer } = offline
  const members = [await world.member('low'), await world.member('lower')]
  for (const { address } of members) await world.pay(address, 'USDT', '204')
  await world.settle()
  await checkAddresses(context())
  const { ids } = await offline.approved('beside', 1)
  // Each export counts what the files before it may take from the wallet.
  const files = [(await offline.exportTopUps(cold)).text, await offline.exportPayouts()]
  const [topUps, payouts] = await Promise.all(
    files.map(async (file) => readSignedBatch(context().db, await payer.sign(file))),
  )
  if (topUps === undefined || payouts === undefined) throw new Error('a file is missing')
  const [first, second, paid] = await Promise.allSettled([
    importMoves(context().db, topUps, 'ann'),
    importMoves(context().db, topUps, 'ben'),
    importPayouts(context(), payouts, 'ann'),
  ])
  const [done, refused] = first.status === 'fulfilled' ? [first, second] : [second, first]
  expect(done).toMatchObject({ value: { stored: members.length } })
  const reason = { message: expect.stringContaining('was imported before') as string }
  expect(refused).toMatchObject({ status: 'rejected', reason })
  expect(paid).toMatchObject({ value: { stored: ids, skipped: [] } })
  await offline.send()
  const moves = await context().db.selectFrom('custody_moves').select('state').execute()
  expect(moves.map(({ state }) => state)).toEqual(members.map(() => 'confirmed'))
  await checkAddresses(context())
  expect(await readDifferences(context().db)).toEqual([])
})

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
    select withdrawal_no::text as no, state from payouts
    where withdrawal_no = any(${ids.map(Number)}::int[]) order by withdrawal_no`.execute(
    offline.world.edge.db,
  )
  expect(rows).toEqual(ids.map((no) => ({ no, state: 'confirmed' })))
})
