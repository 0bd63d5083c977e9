import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(?:js|css|svg|json|txt|webmanifest)$/
// Below one packet nothing is won.
const LEAST_BYTES = 1_000

/**
 * Writes each text file of a build a second and a third time, as `.br` and `.gz`, packed as small
 * as they come: the server then only picks one. Pages are not among them, since the server still
 * writes into these.
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
