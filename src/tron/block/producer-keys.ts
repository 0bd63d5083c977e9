import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import type { Address } from '../encoding/address.ts'
import { addressOfPublicKey, recoverPublicKey } from '../transaction/signature.ts'

// Checking a signature with a known key takes a fifth of the time of recovering the key from it.
// Few accounts produce blocks, so we cache their keys.

type Known = { key: KeyObject; signer: Address }

const known = new Map<Address, Known>()
const MAX_CACHED = 200

/**
 * The signer of a header that names this producer; undefined if the signature is invalid.
 * @param bytes the signed bytes, with `digest` as their hash in hex
 */
export function findSigner(
  witness: Address,
  bytes: Uint8Array,
  digest: string,
  signature: Uint8Array,
): Address | undefined {
  const before = known.get(witness)
  if (before && isSignedBy(before.key, bytes, signature)) return before.signer
  const publicKey = recoverPublicKey(digest, signature)
  if (publicKey === undefined) return undefined
  const signer = addressOfPublicKey(publicKey)
  // A node may name any producer.
  if (known.size >= MAX_CACHED) known.clear()
  known.set(witness, { key: keyOf(publicKey), signer })
  return signer
}

const isSignedBy = (key: KeyObject, bytes: Uint8Array, signature: Uint8Array): boolean =>
  signature.length === 65 &&
  verify('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }, signature.subarray(0, 64))

/** From the 65 bytes of an uncompressed key: 4, x, y. */
function keyOf(publicKey: Uint8Array): KeyObject {
  const text = (from: number, to: number): string =>
    Buffer.from(publicKey.subarray(from, to)).toString('base64url')
  const key = { kty: 'EC', crv: 'secp256k1', x: text(1, 33), y: text(33, 65) }
  return createPublicKey({ key, format: 'jwk' })
}
