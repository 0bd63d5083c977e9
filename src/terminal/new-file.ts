import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs'

/** For a file that holds no secret, and that another account may have to read. */
export const PUBLIC_MODE = 0o644

/**
 * Writes a new file, readable by its owner only, and syncs it to disk. Throws if it exists. After a
 * failure, as on a full disk, there is no file: a part of one would be in the way of the next try.
 */
export function writeNewFile(path: string, text: string, mode = 0o600): void {
  const file = openSync(path, 'wx', mode)
  try {
    fillFile(file, path, text)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

/** Writes to an open file, and syncs it to disk. An error names the file. */
export function fillFile(file: number, path: string, text: string): void {
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } catch (error) {
    // Node doesn't know the file's name once it is open.
    throw error instanceof Error ? Object.assign(error, { path }) : error
  }
}
