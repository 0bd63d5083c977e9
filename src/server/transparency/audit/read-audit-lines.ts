import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { AuditFault, MOST_LINE_BYTES } from './audit-file.ts'

const NEWLINE = 10
const CHUNK_BYTES = 1024 * 1024

/** Reads the lines of an audit file in groups, in memory that doesn't grow with the file. */
export async function* readAuditLines(path: string): AsyncGenerator<Buffer[]> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES })
  // An error of either reaches the loop below, which reads the last one.
  pipeline(createReadStream(path), gunzip, () => {})
  let rest: Buffer = Buffer.alloc(0)
  try {
    for await (const chunk of gunzip) {
      if (!Buffer.isBuffer(chunk)) continue
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      const lines: Buffer[] = []
      let at = 0
      for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, at)) {
        lines.push(bytes.subarray(at, end))
        at = end + 1
      }
      rest = bytes.subarray(at)
      if (rest.length > MOST_LINE_BYTES) throw new AuditFault('A line of the file is too long.')
      yield lines
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      throw new AuditFault('The file is not whole: it cannot be unpacked to its end.')
    }
    throw error
  }
  if (rest.length > 0) throw new AuditFault('The file ends within a line.')
}
