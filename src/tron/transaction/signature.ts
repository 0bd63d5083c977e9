import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { addressFromEvm, type Address } from '../encoding/address.ts'
import { fromHex, toHex } from '../encoding/hex.ts'
import { bytesField, joinBytes, readFields, writeFields } from '../encoding/protobuf.ts'
import { transactionId } from './transaction.ts'

export type SignedTransaction = {
  txid: string
  raw: Uint8Array
  signatures: Uint8Array[]
}

/** The address of a public key in either form (33 or 65 bytes). */
export function addressOfPublicKey(publicKey: Uint8Array): Address {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  return addressFromEvm(keccak_256(point.slice(1)).slice(-20))
}

/** The address a private key of 32 bytes pays from. */
export const addressOfKey = (privateKey: Uint8Array): Address =>
  addressOfPublicKey(secp256k1.getPublicKey(privateKey, false))

/**
 * Signs raw bytes and returns the whole transaction for `/wallet/broadcasthex`. Deterministic (RFC
 * 6979): the same bytes and key give the same transaction.
 */
export function signTransaction(
  raw: Uint8Array,
  privateKey: Uint8Array,
): { txid: string; signedHex: string; signature: string } {
  const txid = transactionId(raw)
  const signature = signHash(txid, privateKey)
  return { txid, signedHex: toHex(joinSignatures(raw, [requireHex(signature)])), signature }
}

/** Signs a 32-byte hash; both are hex. Returns 65 bytes: r, s, v. */
export function signHash(hashHex: string, privateKey: Uint8Array): string {
  const options = { prehash: false, format: 'recovered' } as const
  const signed = secp256k1.sign(requireHex(hashHex), privateKey, options)
  // The library puts the recovery id first, TRON puts it last.
  return toHex(joinBytes([signed.slice(1), signed.slice(0, 1)]))
}

/** The bytes of a whole transaction: raw data and its signatures. */
export const joinSignatures = (raw: Uint8Array, signatures: Uint8Array[]): Uint8Array =>
  writeFields([[1, raw], ...signatures.map((signature) => [2, signature] as const)])

/** Splits a whole transaction into its parts. Throws ProtobufFault. */
export function readSigned(whole: Uint8Array): SignedTransaction {
  const fields = readFields(whole)
  const raw = bytesField(fields, 1)
  const signatures = fields.flatMap(({ number, value }) =>
    number === 2 && typeof value !== 'bigint' ? [value] : [],
  )
  return { txid: transactionId(raw), raw, signatures }
}

/** The address that signed, from the 65 bytes r, s, v; undefined when they are no signature. */
export function recoverSigner(txid: string, signature: Uint8Array): Address | undefined {
  const publicKey = recoverPublicKey(txid, signature)
  return publicKey && addressOfPublicKey(publicKey)
}

/**
 * The key that signed a hash, in 65 bytes; undefined when there's no such key. The chain accepts v
 * as 0 and 1 or as 27 and 28.
 */
export function recoverPublicKey(hashHex: string, signature: Uint8Array): Uint8Array | undefined {
  const id = fromHex(hashHex)
  const v = (signature[64] ?? 255) % 27
  if (id?.length !== 32 || signature.length !== 65 || v > 3) return undefined
  try {
    const recovered = joinBytes([Uint8Array.of(v), signature.slice(0, 64)])
    const publicKey = secp256k1.recoverPublicKey(recovered, id, { prehash: false })
    return secp256k1.Point.fromBytes(publicKey).toBytes(false)
  } catch {
    return undefined
  }
}

function requireHex(hex: string): Uint8Array {
  const bytes = fromHex(hex)
  if (bytes === undefined) throw new RangeError('not hex')
  return bytes
}
