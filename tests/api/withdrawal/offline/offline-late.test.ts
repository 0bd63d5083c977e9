import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readSignedBatch } from '../../../../src/server/custody/signed-batch.ts'
import { importPayouts } from '../../../../src/server/payout/offline/import-payouts.ts'
import { readQuarantined } from '../../../../src/server/payout/quarantine.ts'
import { housePublicKey, openSealed } from '../../../../src/tron/keys/house-key.ts'
import { addressHex } from '../../../../src/tron/encoding/address.ts'
import { openTronNodes } from '../../../../src/tron/quorum/nodes.ts'
import { readPayoutFile } from '../../../../src/tron/signer/payout-file.ts'
import { openRewritingNode } from '../../../support/rewriting-node.ts'
import { isLong } from '../../../support/scale.ts'
import { openOfflineWorld, type OfflineWorld } from '../../support/offline-world.ts'

// A file travels for hours. What the worker checks before it signs counts at the import, too.

let offline: OfflineWorld
beforeAll(async () => {
  offline = await openOfflineWorld()
  await offline.openUsdt('100')
  await offline.world.stopRates()
})
afterEach(async () => {
  await priceUsdt(1)
  await offline.send()
})
afterAll(() => offline.close())

const context = () => offline.world.edge.context
const db = () => offline.world.edge.db

const priceUsdt = (dollars: number) =>
  sql`update usdt_prices set price_e8 = ${dollars * 100_000_000}`.execute(db())

function idsIn(sealed: string): string[] {
  const body = openSealed(new TextEncoder().encode(sealed), housePublicKey(offline.houseKey))
  return readPayoutFile(body ?? '').payouts.map(({ id }) => id)
}

const signed = async (sealed: string) =>
  readSignedBatch(context().db, await offline.payer.sign(sealed))

test.runIf(isLong)('exports and imports no USDT while it isn’t worth a dollar', async () => {
  const { ids } = await offline.approved('inusdt', 1, 'usdt')
  await priceUsdt(0.95)
  await expect(offline.exportPayouts()).rejects.toThrow(/close to one dollar/)
  await priceUsdt(1)
  const { ids: others } = await offline.approved('intrx', 1)
  await priceUsdt(0.95)
  const sealed = await offline.exportPayouts()
  expect(idsIn(sealed)).toEqual(others)
  expect((await importPayouts(context(), await signed(sealed), 'ann')).stored).toEqual(others)
  await priceUsdt(1)
  const batch = await signed(await offline.exportPayouts())
  await priceUsdt(0.95)
  await expect(importPayouts(context(), batch, 'ann')).rejects.toThrow(/close to one dollar/)
  await priceUsdt(1)
  expect(await importPayouts(context(), batch, 'ann')).toEqual({ stored: ids, skipped: [] })
})

test.runIf(isLong)(
  'stops an import when payouts pause meanwhile, and continues it later',
  async () => {
    const { ids } = await offline.approved('first', 1)
    const { ids: others } = await offline.approved('second', 1)
    const batch = await signed(await offline.exportPayouts())
    const { tron } = context()
    let asked = 0
    const slow: typeof tron = {
      ...tron,
      async account(address) {
        asked += 1
        if (asked === 2) {
          await sql`insert into rate_holds (since, rate_e8) values (now(), 1)`.execute(db())
        }
        return tron.account(address)
      },
    }
    const importing = importPayouts({ ...context(), tron: slow }, batch, 'ann')
    await expect(importing).rejects.toThrow(/no current TRX rate/)
    await sql`delete from rate_holds`.execute(db())
    const skipped = ids.map((id) => ({ id, why: 'earlier_attempt' }))
    expect(await importPayouts(context(), batch, 'ann')).toEqual({ stored: others, skipped })
  },
)

test('imports no payout of a member whose deposit address lacks coins since', async () => {
  const { ids, member } = await offline.approved('lacking', 1)
  const batch = await signed(await offline.exportPayouts())
  await sql`insert into address_checks (address, checked_at, chain_trx, chain_usdt, ledger_trx,
    ledger_usdt, state, differs_since)
    values (${member.address}, now(), 5, 0, 9, 0, 'differs', now())`.execute(db())
  const skipped = ids.map((id) => ({ id, why: 'not_due' }))
  expect(await importPayouts(context(), batch, 'ann')).toEqual({ stored: [], skipped })
})

test('keeps a file open for a receiver about whom the nodes disagree', async () => {
  const unclear = await offline.approved('unclear', 1)
  const { ids } = await offline.approved('clear', 1)
  const batch = await signed(await offline.exportPayouts())
  const { devnet } = offline.world
  const odd = await openRewritingNode(devnet.url)
  onTestFinished(() => odd.stop())
  const hidden = addressHex(unclear.wallet)
  odd.rewrite = (path, answer, { address }) =>
    path === '/wallet/getaccount' && address === hidden
      ? { ...answer, address, type: 'Contract' }
      : undefined
  const limits = { ratePerSecond: 10_000, pauseMs: 50, timeoutMs: 5_000 }
  const nodes = [odd.url, `${devnet.url}/at/b`].map((url) => ({ url, ...limits }))
  const { usdtContract } = devnet.info
  const tron = openTronNodes({ nodes, usdtContract, headLastsMs: 0 })
  await expect(importPayouts({ ...context(), tron }, batch, 'ann')).rejects.toThrow(
    `withdrawals ${unclear.ids[0]} (disagreement). Stored: 1. Import the same file again later.`,
  )
  expect(await importPayouts(context(), batch, 'ann')).toEqual({
    stored: unclear.ids,
    skipped: ids.map((id) => ({ id, why: 'earlier_attempt' })),
  })
})

test.runIf(isLong)('quarantines a payout to a receiver who was frozen since', async () => {
  const { ids, wallet } = await offline.approved('frozen', 1, 'usdt')
  const batch = await signed(await offline.exportPayouts())
  await offline.world.switch('usdt', { blacklist: [wallet] })
  await offline.world.mine(1)
  const skipped = ids.map((id) => ({ id, why: 'not_payable' }))
  expect(await importPayouts(context(), batch, 'ann')).toEqual({ stored: [], skipped })
  expect(await readQuarantined(db())).toMatchObject([
    { withdrawal_no: Number(ids[0]), detail: expect.stringContaining('frozen') as unknown },
  ])
})
