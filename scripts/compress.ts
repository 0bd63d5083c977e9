import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(?:js|css|svg|json|txt|webmanifest)$/
// Compression gains nothing below the size of a packet.
const LEAST_BYTES = 1_000

/**
 * Writes each text file of a build also as `.br` and `.gz`, as small as possible, so the server
 * only has to choose one. Leaves out pages, because the server still writes into these.
 */
export async function compressFiles(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(files.map(compressFile))
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < LEAST_BYTES) return
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await Promise.all([
    promisify(brotliCompress)(content, { params }).then((br) => writeFile(`${file}.br`, br)),
    promisify(gzip)(content, { level: 9 }).then((gz) => writeFile(`${file}.gz`, gz)),
  ])
}
