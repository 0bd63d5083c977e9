import { tronAddressPattern } from '../../../../contract/fields/limits.ts'

/** The text pasted into the transaction field. */
export type PastedId =
  | { kind: 'id'; id: string }
  | { kind: 'address' }
  | { kind: 'empty' }
  | { kind: 'other' }

/**
 * Finds the transaction id in pasted text: bare, with `0x`, or inside an explorer's URL. Recognizes
 * an address too, since members easily confuse the two.
 */
export function readTransactionId(text: string): PastedId {
  const typed = text.trim()
  if (typed === '') return { kind: 'empty' }
  const id = /(?:^|[^0-9a-f])(?:0x)?([0-9a-f]{64})(?![0-9a-f])/i.exec(typed)?.[1]
  if (id) return { kind: 'id', id: id.toLowerCase() }
  return tronAddressPattern.test(typed) ? { kind: 'address' } : { kind: 'other' }
}
