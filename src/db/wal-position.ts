// Positions in the primary's write-ahead log (`pg_lsn`): how far a replica has replayed it, and how
// much of it a caller has seen.

const FORM = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/

/** Bytes since the start of the log, from PostgreSQL's text; null for anything else. */
export function parsePosition(text: string): bigint | null {
  const match = FORM.exec(text)
  if (!match) return null
  return (BigInt(`0x${match[1]}`) << 32n) | BigInt(`0x${match[2]}`)
}

const PAGE_BYTES = 8_192n
const MAX_HEADER_BYTES = 40n

/**
 * The end of the last record before an insert position. Right after a page header, that is the
 * page's start: a replica that has replayed everything reports no more.
 */
export function endOfRecords(position: bigint): bigint {
  const inPage = position % PAGE_BYTES
  return inPage <= MAX_HEADER_BYTES ? position - inPage : position
}
