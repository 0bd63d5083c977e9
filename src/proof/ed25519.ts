import { ed25519 } from '@noble/curves/ed25519.js'
import type { VerifySignature } from './note.ts'

/**
 * Exactly RFC 8032. If some verifiers accepted more than others, a log could show two readers
 * different notes.
 */
export const verifyEd25519: VerifySignature = (signature, text, key) => {
  try {
    return ed25519.verify(signature, text, key, { zip215: false })
  } catch {
    return false
  }
}
