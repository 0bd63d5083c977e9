/**
 * Reading millions of narrow rows: PostgreSQL's binary COPY format, columns of 4 or 8 bytes and
 * no nulls, so that every row has the same size. (PostgreSQL manual, "COPY", file formats.)
 */
import type { PoolClient } from 'pg'
import { to as copyTo } from 'pg-copy-streams'

const HEADER_BYTES = 19
const TRAILER = -1

/**
 * Runs a query and hands over each row as a place in a buffer.
 * @param widths bytes of each column: 4 or 8.
 * @param onRow gets the buffer and the offset of each column, in a reused array.
 */
export async function readBinary(
  client: PoolClient,
  query: string,
  widths: readonly (4 | 8)[],
  onRow: (buffer: Buffer, offsets: readonly number[]) => void,
): Promise<void> {
  const offsets: number[] = []
  let rowBytes = 2
  for (const width of widths) {
    offsets.push(rowBytes + 4)
    rowBytes += 4 + width
  }
  const steps = [...offsets]
  const stream = client.query(copyTo(`copy (${query}) to stdout (format binary)`))
  let rest: Buffer = Buffer.alloc(0)
  let skip = HEADER_BYTES
  for await (const part of stream as AsyncIterable<Buffer>) {
    const buffer = rest.length === 0 ? part : Buffer.concat([rest, part])
    let at = 0
    if (skip > 0) {
      if (buffer.length < skip) {
        rest = buffer
        continue
      }
      at = skip
      skip = 0
    }
    while (at + rowBytes <= buffer.length && buffer.readInt16BE(at) !== TRAILER) {
      for (let i = 0; i < offsets.length; i++) offsets[i] = at + (steps[i] as number)
      onRow(buffer, offsets)
      at += rowBytes
    }
    rest = buffer.subarray(at)
  }
  if (rest.length !== 2 || rest.readInt16BE(0) !== TRAILER) throw new Error('COPY ended early')
}
