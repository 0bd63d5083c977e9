import { fromHex } from '../../tron/encoding/hex.ts'
import { readSigned, recoverSigner } from '../../tron/transaction/signature.ts'
import { decodeRaw } from '../../tron/transaction/transaction.ts'
import type { Block, Transaction } from './block.ts'
import { BroadcastRefused } from './execute.ts'
import { DAY_MS } from '../../domain/time/time.ts'

const MAX_BYTES = 512_000
/** References reach this many blocks back: two bytes of height identify one. */
const REF_WINDOW = 65_536

/** Decodes a whole signed transaction and computes its id. Throws BroadcastRefused. */
export function readTransaction(whole: Uint8Array): Transaction {
  if (whole.length > MAX_BYTES) throw new BroadcastRefused('TOO_BIG_TRANSACTION_ERROR', 'too big')
  try {
    const { txid, raw, signatures } = readSigned(whole)
    return { txid, raw, signatures, bytes: whole.length, decoded: decodeRaw(raw) }
  } catch (error) {
    const text = error instanceof Error ? error.message : 'unreadable'
    throw new BroadcastRefused('OTHER_ERROR', `Contract validate error : ${text}`)
  }
}

/** Checks that the owner signed with an existing permission. Throws BroadcastRefused (SIGERROR). */
export function checkSignature({ txid, signatures, decoded }: Transaction): void {
  const { owner } = decoded.contract
  const [signature] = signatures
  // 0 is the owner permission, 2 the default active one. Both have the same key.
  if (![0n, 2n].includes(decoded.permissionId)) {
    throw new BroadcastRefused('SIGERROR', "Validate signature error: permission isn't exit")
  }
  const signer = signature && recoverSigner(txid, signature)
  if (signatures.length !== 1 || signer === undefined || signer !== owner) {
    const text = `Validate signature error: ${signer ?? 'nobody'} signed but is not the owner`
    throw new BroadcastRefused('SIGERROR', text)
  }
}

/**
 * Checks reference block and expiration against the chain. Throws BroadcastRefused with TAPOS_ERROR
 * or TRANSACTION_EXPIRATION_ERROR.
 */
export function checkTiming(
  { decoded }: Transaction,
  head: Block,
  blockAt: (number: number) => Block | undefined,
): void {
  const { refBlockBytes, refBlockHash, expirationMs } = decoded
  const low = refBlockBytes.length === 2 ? Buffer.from(refBlockBytes).readUInt16BE(0) : -1
  const number = head.number - ((head.number - low) & (REF_WINDOW - 1))
  const ref = low < 0 ? undefined : blockAt(number)
  if (ref === undefined || !Buffer.from(refBlockHash).equals(refHash(ref))) {
    throw new BroadcastRefused('TAPOS_ERROR', 'Tapos check error.')
  }
  const aheadMs = Number(expirationMs) - head.timeMs
  if (aheadMs <= 0 || aheadMs > DAY_MS) {
    const times = `${expirationMs}, head block ${head.timeMs}`
    throw new BroadcastRefused('TRANSACTION_EXPIRATION_ERROR', `Transaction expiration ${times}`)
  }
}

const refHash = (block: Block): Uint8Array => fromHex(block.id.slice(16, 32)) ?? new Uint8Array(8)
