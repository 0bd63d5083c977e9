import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportPayouts } from '../../../../src/server/payout/offline/offline-payouts.ts'
import type { TronNodes } from '../../../../src/tron/quorum/nodes.ts'
import { troubled } from '../../../../src/tron/node/trouble.ts'
import { openOfflineWorld, type OfflineWorld } from '../../support/offline-world.ts'

// An export that ends before the last approved withdrawal reports it. With small limits here.

let offline: OfflineWorld
const wallets: string[] = []
beforeAll(async () => {
  offline = await openOfflineWorld()
  for (const name of ['ada', 'bob', 'cid', 'dan', 'eve']) {
    wallets.push((await offline.approved(name, 1)).wallet)
  }
})
afterAll(() => offline.close())

/** Exports while the nodes disagree about the first wallets. */
function exportWith(unclear: number, limits: { payouts: number; asked: number }) {
  const { context } = offline.world.edge
  const account: TronNodes['account'] = (address) =>
    wallets.indexOf(address) < unclear
      ? Promise.resolve(troubled('disagreement', 'a contract or not'))
      : context.tron.account(address)
  const tron = { ...context.tron, account }
  const deps = { ...context, tron, exportKey: offline.houseKey, operator: 'ann' }
  return exportPayouts(deps, offline.cold, [], limits)
}

test('refuses an export that stopped without a payout, and says how many are left', async () => {
  await expect(exportWith(3, { payouts: 500, asked: 3 })).rejects.toThrow(
    'We stopped after asking the nodes about 3 withdrawals. The log names those that we can’t ' +
      'pay now. We could pay none of them. Approved withdrawals that are left: 2. Export again.',
  )
})

test('says how many are left after it stopped, or after the file was full', async () => {
  const stopped = await exportWith(1, { payouts: 500, asked: 2 })
  expect(stopped.isCutShort).toBe(true)
  expect(stopped.short).toBe(
    'We stopped after asking the nodes about 2 withdrawals. The log names those that we can’t ' +
      'pay now. This one has 1. Approved withdrawals that are left: 3. Export again for these.',
  )
  const full = await exportWith(1, { payouts: 2, asked: 1_500 })
  expect(full.isCutShort).toBe(false)
  expect(full.short).toBe(
    'A file takes up to 2 payouts. This one has 2. Approved withdrawals that are left: 1. ' +
      'Export again for these.',
  )
  expect(await exportWith(0, { payouts: 2, asked: 2 })).toMatchObject({ isCutShort: false })
})
