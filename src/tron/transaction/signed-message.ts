import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Address } from '../encoding/address.ts'
import { fromHex, toHex } from '../encoding/hex.ts'
import { joinBytes } from '../encoding/protobuf.ts'
import { recoverSigner, signHash } from './signature.ts'

// Messages that a wallet signs (TIP-191). No transaction begins like this, so a signed message
// can't spend anything.

/** The hash of a text for a wallet to sign. */
function messageHash(text: string): string {
  const message = new TextEncoder().encode(text)
  const prefix = new TextEncoder().encode(`\x19TRON Signed Message:\n${message.length}`)
  return toHex(keccak_256(joinBytes([prefix, message])))
}

/** Signs a text. Returns 65 bytes in hex: r, s, and v as 27 or 28. */
export function signMessage(text: string, privateKey: Uint8Array): string {
  const signature = signHash(messageHash(text), privateKey)
  const v = Number.parseInt(signature.slice(128), 16) + 27
  return signature.slice(0, 128) + v.toString(16)
}

/** The signer of a text, from 65 bytes in hex; undefined if the signature is invalid. */
export function signerOfMessage(text: string, signature: string): Address | undefined {
  const bytes = fromHex(signature.replace(/^0x/, ''))
  return bytes && recoverSigner(messageHash(text), bytes)
}
