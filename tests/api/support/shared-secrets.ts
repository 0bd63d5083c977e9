import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { developmentSecrets } from '../../../src/server/config/secrets.ts'

let kept: string | undefined

/**
 * Gives a data directory the secrets of this process's first one. Deriving the wallet of another
 * mnemonic takes 50 ms, for each edge that a test opens.
 */
export async function shareSecrets(dataDir: string): Promise<void> {
  const path = join(dataDir, 'secrets.json')
  if (kept !== undefined) return await writeFile(path, kept, { mode: 0o600 })
  await developmentSecrets(dataDir)
  kept = await readFile(path, 'utf8')
}
