/**
 * Reading millions of narrow rows: PostgreSQL packs the columns of many rows into one value each,
 * which comes as it is through the binary COPY format. A message for each row would cost more
 * than the row. (PostgreSQL manual, "COPY", file formats.)
 */
import type { PoolClient } from 'pg'
import { to as copyTo } from 'pg-copy-streams'

const HEADER_BYTES = 19
const TRAILER = -1

/** SQL for one column of a packed read: `expression` as `bytes` bytes, the highest first. */
export const packed = (expression: string, bytes: 4 | 8): string =>
  `string_agg(int${bytes}send(${expression}), ''::bytea)`

/** A query over numbered rows, as many as there may be at once. */
export type PackedRead = {
  /** The highest number there is. */
  readonly last: number
  /** An aggregate of `packed` columns over the rows whose `no` is in a range. */
  readonly makeQuery: (range: string) => string
  /** Gets a buffer for each column; not called where no row was found. */
  readonly onRows: (...columns: Buffer[]) => void
  /** Called when all rows were handed over. */
  readonly onEnd?: () => void
}

/** Runs reads one after the other, so many numbers at a time. */
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
    // PostgreSQL works on the next rows while we put these into place.
    if (next) coming = readRow(client, next.query)
    // Awaited in the next turn; should this turn fail, nobody is left to hear of the other.
    coming.catch(() => {})
    if (columns) read.onRows(...columns)
    if (isLast) read.onEnd?.()
  }
}

/** The fields of a query's only row; null when one of them is. */
async function readRow(client: PoolClient, query: string): Promise<Buffer[] | null> {
  const stream = client.query(copyTo(`copy (${query}) to stdout (format binary)`))
  const parts: Buffer[] = []
  for await (const part of stream as AsyncIterable<Buffer>) parts.push(part)
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
  // Buffers say when a number lies beyond their end, and cut a field off without a word.
  if (all.length !== at + 2 || all.readInt16BE(at) !== TRAILER) throw new Error('COPY ended early')
  return isNull ? null : fields
}
