import { ed25519 } from '@noble/curves/ed25519.js'
import type { VerifySignature } from './note.ts'

/**
 * Exactly RFC 8032. Verifiers that accept more than others would let a log show two people
 * different notes.
 */
export const verifyEd25519: VerifySignature = (signature, text, key) => {
  try {
    return ed25519.verify(signature, text, key, { zip215: false })
  } catch {
    return false
  }
}
