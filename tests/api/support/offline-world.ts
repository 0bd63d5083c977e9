import { expect } from 'vitest'
import { rateE8 } from '../../../src/domain/money/money.ts'
import {
  exportSweeps,
  exportTopUps,
  type SweepTerms,
} from '../../../src/server/custody/export-moves.ts'
import { discardBatch } from '../../../src/server/custody/batch-ends.ts'
import type { Db } from '../../../src/db/types.ts'
import { exportPayouts } from '../../../src/server/payout/offline/offline-payouts.ts'
import type { Address } from '../../../src/tron/encoding/address.ts'
import { toHex } from '../../../src/tron/encoding/hex.ts'
import { housePublicKey, newHouseKey } from '../../../src/tron/keys/house-key.ts'
import { accountXpub, newMnemonic, newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { approveWithdrawal } from '../../support/book-acts.ts'
import { openOfflineSigner, type OfflineSigner } from '../../support/offline-signer.ts'
import { fundMember } from './members.ts'
import { openMoneyWorld, type MoneyMember, type MoneyWorld } from './money-world.ts'

const CUSTODY_TRX = 10n

export type OfflineWorld = {
  world: MoneyWorld
  /** A company wallet whose key only `payer` holds. */
  cold: Address
  houseKey: Uint8Array
  /** Of the deposit addresses. */
  xpub: string
  /** Signs payments of `cold`. */
  payer: OfflineSigner
  /** Signs payments of deposit addresses. */
  sweeper: OfflineSigner
  /** A signer for `cold` that trusts another house key, as a thief would want. */
  fooled(houseKey: Uint8Array): Promise<OfflineSigner>
  exportPayouts(from?: Address): Promise<string>
  /** @param ofKey the xpub whose addresses to sweep, if not the current one */
  exportSweeps(to: Address, ofKey?: string): ReturnType<typeof exportSweeps>
  exportTopUps(to: Address, ofKey?: string): ReturnType<typeof exportTopUps>
  /** Sends stored transactions, and completes them. */
  send(): Promise<void>
  approved(name: string, count: number, method?: 'trx' | 'usdt'): Promise<Approved>
  /** Opens payouts in USDT, and gives `cold` as much. */
  openUsdt(amount: string): Promise<void>
  /** Expects that all TRX that `cold` burned and sent is booked, once. No other address has any. */
  custodyAgrees(): Promise<void>
  close(): Promise<void>
}

/** Discards a batch, as the command line does. */
export const discard = (db: Db, batch: string): Promise<boolean> =>
  db.transaction().execute((tx) => discardBatch(tx, batch))

type Approved = { member: MoneyMember; wallet: Address; ids: string[] }

const terms = (to: Address, xpub: string): SweepTerms => {
  return { to, fromMicros: 25_000_000n, rateE8: rateE8(25_000_000n), xpub }
}

/** The product with an offline signer: no process holds a key that can spend. */
export async function openOfflineWorld(): Promise<OfflineWorld> {
  const words = newMnemonic()
  const xpub = accountXpub(words)
  const coldKey = newPrivateKey()
  const cold = addressOfKey(coldKey)
  const houseKey = newHouseKey()
  const world = await openMoneyWorld({ PAYOUT_KEY: 'offline', TRON_DEPOSIT_XPUB: xpub })
  const { context } = world.edge
  await context.db.insertInto('own_wallets').values({ address: cold, role: 'payout' }).execute()
  await world.pay(cold, 'TRX', '1000')
  await world.settle()
  const chain = await context.tron.chainName()
  if (!chain.ok) throw new Error('no chain')
  const network = ['--network', chain.value, '--usdt', context.tron.usdtContract]
  const signers: OfflineSigner[] = []
  const trusting = async (secret: Parameters<typeof openOfflineSigner>[0], house: Uint8Array) => {
    const signer = openOfflineSigner(secret)
    signers.push(signer)
    const xpubFile = signer.store('xpub', xpub)
    await signer.run('trust', '--house', housePublicKey(house), '--xpub', xpubFile, ...network)
    return signer
  }
  const deps = { ...context, exportKey: houseKey, operator: 'ann' }
  return {
    world,
    cold,
    houseKey,
    xpub,
    payer: await trusting({ key: toHex(coldKey) }, houseKey),
    sweeper: await trusting({ words }, houseKey),
    fooled: (house) => trusting({ key: toHex(coldKey) }, house),
    exportPayouts: async (from = cold) => (await exportPayouts(deps, from)).text,
    exportSweeps: (to, ofKey = xpub) => exportSweeps(deps, terms(to, ofKey)),
    exportTopUps: (to, ofKey = xpub) => exportTopUps(deps, { ...terms(to, ofKey), payer: cold }),
    async send() {
      const payouts = await world.openPayouts()
      await payouts.round()
      await world.settle()
      await payouts.round()
    },
    approved: (name, count, method = 'trx') => approve(world, name, count, method),
    async openUsdt(amount) {
      world.edge.config.usdtPayouts = true
      await world.pay(cold, 'USDT', amount)
      await world.settle()
    },
    async custodyAgrees() {
      const { balance } = await world.edge.db
        .selectFrom('accounts')
        .select('balance')
        .where('no', '=', CUSTODY_TRX)
        .executeTakeFirstOrThrow()
      const held = await context.tron.owned(cold)
      expect(held).toMatchObject({ ok: true, value: { trx: balance } })
    },
    async close() {
      for (const signer of signers) signer.close()
      await world.close()
    },
  }
}

async function approve(
  world: MoneyWorld,
  name: string,
  count: number,
  method: 'trx' | 'usdt',
): Promise<Approved> {
  const member = await world.member(name)
  await fundMember(world.edge, member.no, 50)
  const wallet = addressOfKey(newPrivateKey())
  const { book } = world.edge
  await world.edge.db
    .updateTable('identities')
    .set({ wallet_address: wallet })
    .where('member_no', '=', member.no)
    .execute()
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) {
    const body = { amount: 10, payment_method: method }
    const asked = await member.post('rewards/withdrawals/', body)
    ids.push(asked.body.id)
    await approveWithdrawal(book, Number(asked.body.id))
  }
  return { member, wallet, ids }
}

/** The ids in a payout file, in order. */
export const idsIn = (text: string): (string | undefined)[] =>
  [...text.matchAll(/"id": "(\d+)"/g)].map(([, id]) => id)
