/** The clock of a machine's programs, by a library that they preload. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { endianness } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('own-clock.c', import.meta.url))

/** Why no machine can have a clock of its own. Null if it can. */
export const lacksCompiler = (): string | null =>
  spawnSync('cc', ['--version']).status === 0 ? null : 'cc is not installed'

/**
 * @param folder where the library and its file are
 * @param aheadSeconds how far the clock is ahead
 */
export function setOwnClock(folder: string, aheadSeconds: number): void {
  const library = join(folder, 'own-clock.so')
  if (!existsSync(library)) {
    execFileSync('cc', ['-shared', '-fPIC', '-O2', '-Wall', '-Werror', '-o', library, source])
  }
  const ahead = Buffer.alloc(8)
  if (endianness() === 'LE') ahead.writeBigInt64LE(BigInt(aheadSeconds))
  else ahead.writeBigInt64BE(BigInt(aheadSeconds))
  // Programs have mapped the file, so it stays the same one.
  writeFileSync(join(folder, 'ahead'), ahead, {
    flag: existsSync(join(folder, 'ahead')) ? 'r+' : 'w',
  })
}
