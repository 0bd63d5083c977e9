import { SEEN_HEADER, seenPattern } from '../../contract/fields/seen.ts'

// The database position that this tab has seen. Its reads send the position for a while, so that
// they include its own changes, whichever replica answers. After that, every replica in use has
// them.

const KEPT_MS = 10_000

let newest = { position: '', bytes: -1, until: 0 }

/** Positions are far below 2^53 bytes. */
function toBytes(position: string): number | null {
  const match = seenPattern.exec(position)
  return match
    ? Number.parseInt(`${match[1]}`, 16) * 2 ** 32 + Number.parseInt(`${match[2]}`, 16)
    : null
}

/** Takes the position from the answer to a change, or from a live event. */
export function noteSeen(position: string | null | undefined): void {
  const bytes = position ? toBytes(position) : null
  if (!position || bytes === null) return
  const isOld = Date.now() >= newest.until
  if (isOld || bytes >= newest.bytes) newest = { position, bytes, until: Date.now() + KEPT_MS }
}

export function seenHeaders(): Record<string, string> {
  return Date.now() < newest.until ? { [SEEN_HEADER]: newest.position } : {}
}
