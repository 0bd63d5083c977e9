import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAddresses } from '../../../src/server/custody/reconciliation/check-addresses.ts'
import { exportSweeps } from '../../../src/server/custody/export-moves.ts'
import { refuseRisenFee } from '../../../src/server/custody/import-moves.ts'
import { readSignedBatch } from '../../../src/server/custody/signed-batch.ts'
import { rateE8 } from '../../../src/domain/money/money.ts'
import type { Address } from '../../../src/tron/encoding/address.ts'
import { troubled } from '../../../src/tron/node/trouble.ts'
import type { TronNodes } from '../../../src/tron/quorum/nodes.ts'
import { openOfflineWorld, type OfflineWorld } from '../support/offline-world.ts'

// An address about whose fee the nodes disagree keeps no other from being swept.

let offline: OfflineWorld
let odd: Address
let even: Address
beforeAll(async () => {
  offline = await openOfflineWorld()
  odd = await fund('odd', '900')
  even = await fund('even', '500')
})
afterAll(() => offline.close())

const context = () => offline.world.edge.context

async function fund(name: string, dollars: string): Promise<Address> {
  const { world } = offline
  const { address } = await world.member(name)
  await world.pay(address, 'USDT', dollars)
  await world.pay(address, 'TRX', '60')
  await world.settle()
  await checkAddresses(context())
  return address as Address
}

/** Our nodes, while those behind them disagree about some addresses. */
function disagreeing(...about: Address[]): TronNodes {
  const { tron } = context()
  return {
    ...tron,
    estimateFee: async (question) =>
      about.includes(question.from)
        ? troubled('disagreement', 'too few nodes agree')
        : tron.estimateFee(question),
  }
}

test('sweeps the others, and imports them', async () => {
  const { cold: to, xpub, houseKey: exportKey } = offline
  const terms = { to, xpub, fromMicros: 200_000_000n, rateE8: rateE8(25_000_000n) }
  const exporting = { ...context(), tron: disagreeing(odd), exportKey, operator: 'ann' }
  const { text, refused } = await exportSweeps(exporting, terms)
  expect(refused).toMatchObject([{ address: odd, reason: 'too few nodes agree' }])
  expect(text).toContain(even)
  const odder = { ...exporting, tron: disagreeing(odd, even) }
  await expect(exportSweeps(odder, terms)).rejects.toThrow(`${odd}: too few nodes agree.`)
  // It isn't quarantined, so the next file has it.
  const next = await exportSweeps({ ...exporting, tron: context().tron }, terms)
  expect(next.text).toContain(odd)

  const signed = await offline.sweeper.sign(next.text, '--to', to)
  const batch = await readSignedBatch(context().db, signed)
  const [order] = batch.payouts
  const both = {
    ...batch,
    payouts: [order, { ...order, from: even, amount: 1n }] as typeof batch.payouts,
  }
  await refuseRisenFee({ ...context(), tron: disagreeing(odd) }, both)
  const unclear = { ...context(), tron: disagreeing(odd, even) }
  await expect(refuseRisenFee(unclear, both)).rejects.toThrow('agree')
  const low = { ...batch, payouts: [{ ...order, feeLimitSun: 1n }] as typeof batch.payouts }
  await expect(refuseRisenFee(context(), low)).rejects.toThrow('has risen since batch')
})
