import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbedded } from '../../src/db/embedded/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openPool } from '../../src/db/pool.ts'
import { roleLimits } from '../../src/db/role-limits.ts'
import { createRole, EMBEDDED_ROLE, grantRuntime } from '../../src/db/runtime-role.ts'
import { until } from './poll.ts'
import { copyBlankCluster } from './start/blank-cluster.ts'

/** The server of all the run's databases. `{database}` in the pattern stands for the name. */
export type TestServer = { urlPattern: string; pid: number }

/** The roles that can sign in, each with its part of the product. */
const testRoles = {
  [EMBEDDED_ROLE]: 'all',
  twofold_web: 'web',
  twofold_ledger: 'ledger',
  twofold_worker: 'worker',
  twofold_mail: 'mail',
} as const

export const template = 'twofold_template'

// Test databases are temporary, so nothing has to survive a power cut.
const fastSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'shared_buffers=128MB',
  'max_connections=400',
]

/**
 * The run's only server. The first worker that asks starts it and migrates the template, and the
 * others wait. The run's teardown stops it.
 */
export async function testServer(runDir: string): Promise<TestServer> {
  const ready = join(runDir, 'server.json')
  if (await claim(join(runDir, 'starting'))) await startServer(runDir, ready)
  const text = await until('the test database server', () => read(ready), { deadlineMs: 60_000 })
  return JSON.parse(text) as TestServer // we write it
}

async function startServer(runDir: string, ready: string): Promise<void> {
  const settings = fastSettings
  await copyBlankCluster(runDir)
  const embedded = await startEmbedded({ dataDir: runDir, database: template, settings })
  const pool = openPool({ connectionString: embedded.connectionString, name: 'test template' })
  await migrate(pool)
  for (const [role, part] of Object.entries(testRoles)) {
    await createRole(pool, role)
    await grantRuntime(pool, role, part)
  }
  // The same grants as the product gives its role. Here the databases come and go.
  for (const role of [...Object.keys(testRoles), 'postgres']) {
    for (const [name, ms] of Object.entries(roleLimits)) {
      await pool.query(`alter role ${role} set ${name} = ${ms}`)
    }
  }
  await pool.end()
  const server: TestServer = { urlPattern: embedded.urlOf('{database}'), pid: embedded.pid }
  await writeFile(`${ready}.new`, JSON.stringify(server))
  await rename(`${ready}.new`, ready)
}

async function claim(directory: string): Promise<boolean> {
  try {
    await mkdir(directory)
    return true
  } catch {
    return false
  }
}

async function read(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null)
}
