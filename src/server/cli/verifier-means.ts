import { sha256 } from '@noble/hashes/sha2.js'
import { keysIn, type Means } from '../../proof/check/check-files.ts'
import { readFile } from '../../proof/check/read-file.ts'
import { verifyEd25519 } from '../../proof/ed25519.ts'
import { fingerprintOf, KEY_TYPES } from '../../proof/note.ts'
import { signerOfMessage as signerOf } from '../../tron/transaction/signed-message.ts'
import { readSignedTransfer as readTransaction } from '../../tron/transaction/signed-transfer.ts'

/** The program's own means to check files. */
export const means: Means = { sha256, verify: verifyEd25519, signerOf, readTransaction }

const digitsOf = (fingerprint: string): string => fingerprint.replaceAll(/\s/g, '').toLowerCase()

/** Whether the reader vouched for all log keys in a file by these fingerprints. */
export function isKnown(bytes: Uint8Array, fingerprints: readonly string[]): boolean {
  const known = new Set(fingerprints.map(digitsOf))
  const keys = keysIn(readFile(means, bytes)).filter(({ type }) => type === KEY_TYPES.signer)
  return keys.length > 0 && keys.every((key) => known.has(digitsOf(fingerprintOf(sha256, key))))
}
