/**
 * Reads millions of narrow rows. PostgreSQL packs each column of many rows into one value, and the
 * binary COPY format sends it as is. A message per row would cost more than the row itself.
 * (PostgreSQL manual, "COPY", file formats.)
 */
import type { PoolClient } from 'pg'
import { to as copyTo } from 'pg-copy-streams'

const HEADER_BYTES = 19
const TRAILER = -1

/** SQL for one column of a packed read: `expression` as `bytes` bytes, big-endian. */
export const packed = (expression: string, bytes: 4 | 8): string =>
  `string_agg(int${bytes}send(${expression}), ''::bytea)`

/** A query over numbered rows. */
export type PackedRead = {
  /** The highest number in use. */
  readonly last: number
  /** An aggregate of `packed` columns over the rows whose `no` is in a range. */
  readonly makeQuery: (range: string) => string
  /** Receives one buffer per column. Not called for a range without rows. */
  readonly onRows: (...columns: Buffer[]) => void
  /** Called after all rows were delivered. */
  readonly onEnd?: () => void
}

/** Runs reads one after the other, a fixed number of rows at a time. */
export async function readPacked(
  client: PoolClient,
  reads: readonly PackedRead[],
  rowsAtOnce: number,
): Promise<void> {
  const steps = reads.flatMap((read) => {
    const count = Math.max(1, Math.ceil(read.last / rowsAtOnce))
    return Array.from({ length: count }, (_, i) => {
      const range = `no > ${i * rowsAtOnce} and no <= ${(i + 1) * rowsAtOnce}`
      return { read, query: read.makeQuery(range), isLast: i === count - 1 }
    })
  })
  let coming = readRow(client, steps[0]?.query ?? '')
  for (const [i, { read, isLast }] of steps.entries()) {
    const columns = await coming
    const next = steps[i + 1]
    // PostgreSQL prepares the next rows while we process these.
    if (next) coming = readRow(client, next.query)
    // We await this in the next turn. If this turn fails first, nobody handles its rejection.
    coming.catch(() => {})
    if (columns) read.onRows(...columns)
    if (isLast) read.onEnd?.()
  }
}

/** The fields of a query's only row, or null if any of them is null. */
async function readRow(client: PoolClient, query: string): Promise<Buffer[] | null> {
  const stream = client.query(copyTo(`copy (${query}) to stdout (format binary)`))
  const parts: Buffer[] = []
  const chunks: AsyncIterable<Buffer> = stream
  for await (const part of chunks) parts.push(part)
  const all = Buffer.concat(parts)
  const fields: Buffer[] = []
  let isNull = false
  let at = HEADER_BYTES + 2
  for (let left = all.readInt16BE(HEADER_BYTES); left > 0; left--) {
    const bytes = all.readInt32BE(at)
    at += 4
    isNull ||= bytes < 0
    fields.push(all.subarray(at, at + Math.max(0, bytes)))
    at += Math.max(0, bytes)
  }
  // Reading a number past the end throws, but slicing a field doesn't. So we check the length.
  if (all.length !== at + 2 || all.readInt16BE(at) !== TRAILER) throw new Error('COPY ended early')
  return isNull ? null : fields
}
