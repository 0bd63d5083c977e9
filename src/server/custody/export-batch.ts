import { nowMs } from '../../clock/clock.ts'
import { randomBytes } from 'node:crypto'
import type { Db, Tx } from '../../db/types.ts'
import type { RateE8 } from '../../domain/money/money.ts'
import { sealFile } from '../../tron/keys/house-key.ts'
import type { TronNodes } from '../../tron/quorum/nodes.ts'
import {
  writePayoutFile,
  type FileKind,
  type PayoutFile,
  type PayoutOrder,
} from '../../tron/signer/payout-file.ts'
import { audit } from '../audit/audit.ts'
import { BatchRefused } from './batch-refused.ts'
import { lockFiles } from './batch-ends.ts'
import {
  liveAddresses,
  liveWithdrawals,
  movedAddress,
  readReserved,
  type Reserved,
} from './live-batches.ts'
import { refuseDepositAddress, storeWallet, type OwnWallet } from './own-wallets.ts'

/** Long enough to carry a file to another machine and back. The chain allows at most 24 hours. */
const VALID_FOR_MS = 23 * 3_600_000

export type Exporting = { db: Db; tron: TronNodes; exportKey: Uint8Array; operator: string }

export type NewBatch = {
  kind: FileKind
  orders: readonly PayoutOrder[]
  rateE8: RateE8 | null
  /** The wallet that pays or that we sweep to. It becomes ours only with the batch. */
  wallet: OwnWallet
  /** What earlier files take from this wallet, as the caller counted it before choosing orders. */
  reserved?: Reserved
  /** Whether nothing has happened to what the orders pay. */
  isCurrent?: (tx: Tx) => Promise<boolean>
}

/**
 * Writes orders for an offline signer, sealed with the house key, and stores them so that we can
 * compare the signed file byte for byte. Equal orders would be the same transaction, so we keep
 * only the first. Stores nothing if it refuses the batch.
 */
export async function exportBatch(
  deps: Exporting,
  batch: NewBatch,
): Promise<{ batch: string; text: string }> {
  const { db, tron, exportKey } = deps
  const { kind, orders, rateE8 } = batch
  const payouts = distinct(orders)
  if (payouts.length === 0) throw new BatchRefused('There is nothing to sign.')
  const [chain, final] = [await tron.chainName(), await tron.finalHead()]
  if (!chain.ok) throw new BatchRefused(`The chain cannot be read: ${chain.trouble.kind}.`)
  if (!final.ok) throw new BatchRefused(`The chain cannot be read: ${final.trouble.kind}.`)
  const timestampMs = nowMs()
  const file: PayoutFile = {
    kind,
    network: chain.value,
    batch: `${kind}-${new Date(timestampMs).toISOString()}-${randomBytes(4).toString('hex')}`,
    usdtContract: tron.usdtContract,
    refBlockId: final.value.id,
    timestampMs,
    expirationMs: final.value.timeMs + VALID_FOR_MS,
    payouts,
  }
  const text = writePayoutFile(file)
  const withdrawals = kind === 'payouts' ? payouts.map(({ id }) => Number(id)) : []
  await db.transaction().execute(async (tx) => {
    // Two simultaneous exports would put one withdrawal or address into two files, or spend the
    // same coins of a wallet.
    await lockFiles(tx)
    const isTaken = await isAnyLive(tx, { kind, payouts, withdrawals })
    const isOutdated = batch.isCurrent !== undefined && !(await batch.isCurrent(tx))
    if (isTaken || isOutdated || (await hasOtherReserved(tx, batch))) {
      throw new BatchRefused('Another export or a payout ran at the same time. Try again.')
    }
    await adoptWallet(tx, batch.wallet, { operator: deps.operator, batch: file.batch })
    await tx
      .insertInto('signing_batches')
      .values({
        batch: file.batch,
        kind,
        orders: text,
        rate_e8: rateE8,
        expires_at: new Date(file.expirationMs),
        withdrawals,
      })
      .execute()
    const entry = { operator: deps.operator, action: 'export batch', object: file.batch }
    const after = { kind, orders: payouts.length, wallet: batch.wallet.address }
    await audit(tx, [{ ...entry, after, requestId: 'command line' }])
  })
  return { batch: file.batch, text: sealFile(text, exportKey) }
}

/** Whether files that reserve coins of the wallet came or went since the caller counted them. */
async function hasOtherReserved(tx: Tx, { wallet, reserved }: NewBatch): Promise<boolean> {
  if (reserved === undefined) return false
  const { sun, usdt } = (await readReserved(tx, wallet.address)).all
  return sun !== reserved.all.sun || usdt !== reserved.all.usdt
}

type Export = { operator: string; batch: string }

/** The wallet of a batch becomes ours, if it isn't yet. */
async function adoptWallet(tx: Tx, wallet: OwnWallet, { operator, batch }: Export): Promise<void> {
  await refuseDepositAddress(tx, wallet.address)
  if (!(await storeWallet(tx, wallet))) return
  const entry = { operator, action: 'add wallet', object: wallet.address }
  const more = { after: { role: wallet.role }, reason: `exported ${batch}` }
  await audit(tx, [{ ...entry, ...more, requestId: 'command line' }])
}

async function isAnyLive(
  db: Db,
  { kind, payouts, withdrawals }: Pick<PayoutFile, 'kind' | 'payouts'> & { withdrawals: number[] },
): Promise<boolean> {
  if (kind === 'payouts') {
    const live = await liveWithdrawals(db)
    return withdrawals.some((no) => live.has(no))
  }
  const live = await liveAddresses(db)
  return payouts.some((order) => live.has(movedAddress(kind, order)))
}

function distinct(orders: readonly PayoutOrder[]): PayoutOrder[] {
  const first = new Map<string, PayoutOrder>()
  for (const order of orders) if (!first.has(nameOf(order))) first.set(nameOf(order), order)
  return [...first.values()]
}

const nameOf = ({ asset, from, to, amount }: PayoutOrder): string =>
  `${asset} ${from} ${to} ${amount}`
