import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAddresses } from '../../../src/server/custody/reconciliation/check-addresses.ts'
import { importMoves } from '../../../src/server/custody/import-moves.ts'
import { readSignedBatch } from '../../../src/server/custody/signed-batch.ts'
import { discard, openOfflineWorld, type OfflineWorld } from '../support/offline-world.ts'
import { sample } from '../../support/scale.ts'

// Two files with moves of the same address would spend the same coins twice.

let offline: OfflineWorld
beforeAll(async () => {
  offline = await openOfflineWorld()
})
afterAll(() => offline.close())

const db = () => offline.world.edge.context.db

async function funded(name: string, asset: 'TRX' | 'USDT') {
  const { world } = offline
  const { address } = await world.member(name)
  await world.pay(address, asset, '500')
  await world.settle()
  await checkAddresses(world.edge.context)
  return address
}

const nameOf = ({ text }: { text: string }): string => /"batch": "([^"]+)"/.exec(text)?.[1] ?? ''

for (const kind of sample(['sweeps', 'top-ups'] as const, 2)) {
  const exported = () =>
    kind === 'sweeps' ? offline.exportSweeps(offline.cold) : offline.exportTopUps(offline.cold)

  const signed = async (text: string) =>
    readSignedBatch(
      db(),
      kind === 'sweeps'
        ? await offline.sweeper.sign(text, '--to', offline.cold)
        : await offline.payer.sign(text),
    )

  test(`leaves out addresses in a file of ${kind} that can still be imported`, async () => {
    const address = await funded(`first-${kind}`, kind === 'sweeps' ? 'TRX' : 'USDT')
    const first = await exported()
    await expect(exported()).rejects.toThrow(/Import or discard/)
    expect(await discard(db(), nameOf(first))).toBe(true)
    expect((await exported()).text).toContain(address)
    await sql`update signing_batches set discarded_at = now()
      where imported_at is null and discarded_at is null`.execute(offline.world.edge.db)
  })

  test(`imports one of two files with the same ${kind}`, async () => {
    await funded(`second-${kind}`, kind === 'sweeps' ? 'TRX' : 'USDT')
    // The previous version exports an address again.
    const first = await exported()
    await discard(db(), nameOf(first))
    const second = await exported()
    await sql`update signing_batches set discarded_at = null
      where batch = ${nameOf(first)}`.execute(offline.world.edge.db)
    const [one, other] = [await signed(first.text), await signed(second.text)]
    expect((await importMoves(db(), one, 'ann')).stored).toBeGreaterThan(0)
    expect((await importMoves(db(), other, 'ann')).stored).toBe(0)
    await offline.send()
    await sql`update signing_batches set imported_at = null
      where batch = ${nameOf(second)}`.execute(offline.world.edge.db)
    expect((await importMoves(db(), other, 'ann')).stored).toBe(0)
  })
}
