/**
 * A proof that a log only grew, as C2SP tlog-witness sends it: the size of an older tree, the
 * hashes that lead from it to a newer one, and the newer checkpoint.
 */
import { base64 } from '@scure/base'
import { faultOf, type Fault } from './note.ts'
import { readBase64 } from './tlog-proof.ts'

const HASH_BYTES = 32
const MAX_HASHES = 63

export type Consistency = {
  /** The size of the older tree; 0 for a witness that has seen none. */
  readonly older: number
  readonly path: readonly Uint8Array[]
  /** The newer checkpoint as a signed note. */
  readonly note: string
}

export const writeConsistency = ({ older, path, note }: Consistency): string =>
  `old ${older}\n${path.map((hash) => `${base64.encode(hash)}\n`).join('')}\n${note}`

/** Reads a proof, or reports the malformed line. Checks only its form. */
export function readConsistency(text: string): Consistency | Fault {
  const end = text.indexOf('\n\n')
  const [first = '', ...lines] = text.slice(0, Math.max(0, end)).split('\n')
  const older = /^old (0|[1-9]\d{0,14})$/.exec(first)?.[1]
  if (older === undefined) return faultOf('proof_form', 'old')
  if (lines.length > MAX_HASHES) return faultOf('proof_form', 'path')
  const path: Uint8Array[] = []
  for (const [at, line] of lines.entries()) {
    const hash = readBase64(line, HASH_BYTES)
    if (!hash) return faultOf('proof_form', `path[${at}]`)
    path.push(hash)
  }
  return { older: Number(older), path, note: text.slice(end + 2) }
}
