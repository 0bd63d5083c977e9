import { open, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The text of a file; null if there is none. */
export async function readIfPresent(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}

/**
 * Writes or replaces a file atomically, readable by its owner only if `mode` doesn't say otherwise.
 * The new content is on disk when this returns, and no power cut brings the old one back.
 */
export async function replaceFile(path: string, text: string, mode = 0o600): Promise<void> {
  const draft = `${path}.new`
  await writeFile(draft, text, { flush: true, mode })
  await rename(draft, path)
  const folder = await open(dirname(path))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
