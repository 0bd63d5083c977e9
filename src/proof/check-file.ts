/** Checks a file that a member keeps: a receipt, a seal, or a proof of what is owed. */
import { formatUsd } from '../domain/money/money.ts'
import type { Sha256 } from './canonical.ts'
import { readLiabilityProof } from './liability-proof.ts'
import {
  isFault,
  openCheckpoint,
  type Checkpoint,
  type Fault,
  type Verifier,
  type VerifySignature,
} from './note.ts'
import { readReceipt } from './receipt.ts'

/** What a file shows, in sentences. `checkpoint` is null if no key was given to check it by. */
export type Checked = { readonly shows: readonly string[]; readonly checkpoint: Checkpoint | null }

type Means = { readonly sha256: Sha256; readonly verify: VerifySignature }

/** Checks a file by the log's public keys that its reader kept. Without any, all but the signer. */
export function checkFile(
  text: string,
  keys: readonly Verifier[],
  { sha256, verify }: Means,
): Checked | Fault {
  const read = text.startsWith('{') ? checkProof(sha256, text) : checkReceipt(sha256, text)
  if (isFault(read)) return read
  const { shows, note } = read
  if (keys.length === 0) return { shows, checkpoint: null }
  const checkpoint = openCheckpoint(note, keys, verify)
  return isFault(checkpoint) ? checkpoint : { shows, checkpoint }
}

type Read = { readonly shows: readonly string[]; readonly note: string }

function checkProof(sha256: Sha256, text: string): Read | Fault {
  const proof = readLiabilityProof(sha256, text)
  if (isFault(proof)) return proof
  const { day, username, owed, together, note } = proof
  return {
    note,
    shows: [
      `The debts on the sheet of ${day} include $${formatUsd(owed)} owed to ${username}.`,
      `They are $${formatUsd(together.owed)} to ${together.members} members together.`,
    ],
  }
}

function checkReceipt(sha256: Sha256, text: string): Read | Fault {
  const receipt = readReceipt(sha256, text)
  if (isFault(receipt)) return receipt
  const { entry, lines, note } = receipt
  const at = new Date(entry.at).toISOString()
  return {
    note,
    shows: [
      `The log has command ${entry.seq} (${entry.kind}) of ${at}.`,
      ...lines.map((line) => `It did: ${line.join(' ')}`),
    ],
  }
}
