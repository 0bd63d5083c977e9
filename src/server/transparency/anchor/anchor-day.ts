/**
 * Anchors each day's checkpoint in a transaction on the chain: the memo of a transfer of one sun.
 * We store its bytes before anyone sees them, and only ever send these bytes.
 */
import { nowMs } from '../../../clock/clock.ts'
import { now } from '../../../db/expressions.ts'
import type { Db, RowOf } from '../../../db/types.ts'
import { anchorMemo } from '../../../proof/anchor-memo.ts'
import { canonicalText } from '../../../proof/canonical.ts'
import type { Address } from '../../../tron/encoding/address.ts'
import { fromHex } from '../../../tron/encoding/hex.ts'
import type { TronNodes } from '../../../tron/quorum/nodes.ts'
import { buildTransfer } from '../../../tron/transaction/build.ts'
import { addressOfKey, signTransaction } from '../../../tron/transaction/signature.ts'
import { isProvablyExpired } from '../../../tron/query/transaction-state.ts'
import { peekCheckpoint } from '../../../proof/note.ts'
import { HOUR_MS } from '../../../domain/time/time.ts'

export type AnchorWallet = { readonly key: Uint8Array; readonly to: Address }

type Chain = Pick<TronNodes, 'finalHead' | 'transaction' | 'broadcast' | 'usdtContract'>

/** Long enough for a busy network. Another transaction may replace it only after this time. */
const VALID_MS = HOUR_MS
/** After this many failed attempts, the day waits for an operator. Each attempt may cost a fee. */
const MOST_ATTEMPTS = 3
const ONE_SUN = 1n

/**
 * Settles stored anchors, and creates today's if there is none. It can be killed at any point: a
 * day never has two transactions that the chain could accept.
 * @param wallet null if no wallet is configured
 */
export async function anchorDay(db: Db, tron: Chain, wallet: AnchorWallet | null): Promise<void> {
  for (const stored of await readStored(db)) await settle(db, tron, stored)
  if (wallet && (await storeAnchor(db, tron, wallet))) {
    for (const stored of await readStored(db)) await tron.broadcast(stored.signed_hex)
  }
}

type Stored = RowOf<'anchors', 'no' | 'txid' | 'signed_hex' | 'expires_at'>

const readStored = (db: Db): Promise<Stored[]> =>
  db
    .selectFrom('anchors')
    .select(['no', 'txid', 'signed_hex', 'expires_at'])
    .where('state', '=', 'stored')
    .orderBy('no')
    .limit(10)
    .execute()

/** Settles an anchor by what the chain reports, or sends the same bytes again. */
async function settle(db: Db, tron: Chain, stored: Stored): Promise<void> {
  const read = await tron.transaction(stored.txid)
  if (!read.ok) return
  const end = (state: 'confirmed' | 'failed' | 'expired', block: number | null) =>
    db
      .updateTable('anchors')
      .set({ state, block_number: block === null ? null : BigInt(block), settled_at: now })
      .where('no', '=', stored.no)
      .where('state', '=', 'stored')
      .execute()
  const { value } = read
  if (value.state === 'final') {
    await end(value.contractRet === 'SUCCESS' ? 'confirmed' : 'failed', value.blockNumber)
  } else if (isProvablyExpired(value, stored.expires_at.getTime())) await end('expired', null)
  else if (value.state === 'absent') await tron.broadcast(stored.signed_hex)
}

/** The newest sealed day, if it still needs an anchor, with the first checkpoint after its seal. */
async function readDue(db: Db) {
  const sealed = await db
    .selectFrom('day_sheets')
    .select(['day', 'seq'])
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!sealed) return null
  const tried = await db
    .selectFrom('anchors')
    .select('state')
    .where('day', '=', sealed.day)
    .execute()
  const isDone = tried.some(({ state }) => state === 'stored' || state === 'confirmed')
  if (isDone || tried.length >= MOST_ATTEMPTS) return null
  const signed = await db
    .selectFrom('log_checkpoints')
    .select('note')
    .where('size', '>=', sealed.seq)
    .orderBy('size')
    .limit(1)
    .executeTakeFirst()
  const checkpoint = signed && peekCheckpoint(signed.note)
  return checkpoint ? { day: sealed.day, checkpoint } : null
}

/** Signs and stores the anchor that is due. Nobody has its bytes yet. */
async function storeAnchor(db: Db, tron: Chain, { key, to }: AnchorWallet): Promise<boolean> {
  const due = await readDue(db)
  if (!due) return false
  const head = await tron.finalHead()
  if (!head.ok) return false
  const memo = anchorMemo(due.checkpoint)
  const timestampMs = nowMs()
  const built = buildTransfer({
    asset: 'TRX',
    from: addressOfKey(key),
    to,
    amount: ONE_SUN,
    memo,
    refBlockId: head.value.id,
    timestampMs,
    expirationMs: Math.max(timestampMs, head.value.timeMs) + VALID_MS,
    usdtContract: tron.usdtContract,
    feeLimitSun: 0n,
  })
  const raw = fromHex(built.rawHex)
  if (!raw) throw new Error('the anchor has no bytes')
  const { txid, signedHex } = signTransaction(raw, key)
  const { numInsertedOrUpdatedRows: added } = await db
    .insertInto('anchors')
    .values({
      day: due.day,
      size: BigInt(due.checkpoint.size),
      memo,
      txid,
      signed_hex: signedHex,
      expires_at: new Date(built.expirationMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return added === 1n
}

/** The most days in one answer. */
const MOST_DAYS = 400

/** Anchors as the public sees them, newest first. */
export async function readAnchors(db: Db) {
  const rows = await db
    .selectFrom('anchors')
    .select(['day', 'state', 'txid', 'block_number', 'memo'])
    .orderBy('no', 'desc')
    .limit(MOST_DAYS)
    .execute()
  return rows.map(({ block_number: block, ...each }) => ({
    ...each,
    block: block === null ? null : Number(block),
  }))
}

/** The signed transaction that anchors a day, in hexadecimal; undefined for a day without one. */
export async function readAnchor(db: Db, day: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('anchors')
    .select('signed_hex')
    .where('day', '=', day)
    .where('state', '=', 'confirmed')
    .executeTakeFirst()
  return row?.signed_hex
}

/** The same as a file for verifiers. */
export async function readAnchorFile(db: Db, day: string): Promise<string | undefined> {
  const transaction = await readAnchor(db, day)
  return transaction === undefined ? undefined : canonicalText({ v: 1, transaction })
}
