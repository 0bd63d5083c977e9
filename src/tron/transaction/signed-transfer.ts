import type { Address } from '../encoding/address.ts'
import { fromHex, toHex } from '../encoding/hex.ts'
import { joinSignatures, readSigned, recoverSigner } from './signature.ts'
import { decodeRaw } from './transaction.ts'

/** A sent transfer of TRX. */
export type SignedTransfer = {
  readonly txid: string
  readonly from: Address
  readonly memo: string
}

/**
 * Reads a whole transaction from hexadecimal; null if it isn't a transfer of TRX, or its sender
 * didn't sign it. We accept only our own encoding, so no two texts mean the same transfer.
 */
export function readSignedTransfer(signedHex: string): SignedTransfer | null {
  try {
    const bytes = fromHex(signedHex)
    if (!bytes || toHex(bytes) !== signedHex) return null
    const { txid, raw, signatures } = readSigned(bytes)
    const [signature, ...more] = signatures
    if (!signature || more.length > 0 || (signature[64] ?? 255) > 1) return null
    if (toHex(joinSignatures(raw, signatures)) !== signedHex) return null
    const { contract, memo } = decodeRaw(raw)
    const from = recoverSigner(txid, signature)
    if (!from || contract.type !== 'TransferContract' || contract.owner !== from) return null
    return { txid, from, memo: new TextDecoder('utf-8', { fatal: true }).decode(memo) }
  } catch {
    return null
  }
}
