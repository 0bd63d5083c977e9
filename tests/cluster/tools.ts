/** The product's commands, as an operator runs them. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'
import { giveTo, mountsOf, PASSWORD, programsOf } from './database-machines.ts'
import { DIRECT, thisVersion, urlOf } from './product-machines.ts'
import { runToEnd } from './program.ts'

/** The machine whose process these commands concern. */
const MACHINE = 'chain1'

/** Runs a command of `src/server/cli` in the worker's role. Throws if it fails. */
export function runTool(
  { place, shared }: Cluster,
  name: string,
  words: readonly string[],
  role = 'worker',
): Promise<string> {
  return runToEnd({
    name,
    machine: MACHINE,
    logFile: join(place.folder, 'log', `${name}.log`),
    env: { ...shared, DATABASE_URL: urlOf(role, DIRECT), DATA_DIR: join(place.folder, 'tools') },
    command: [process.execPath, join(thisVersion, 'src/server/cli', `${name}.ts`), ...words],
  })
}

/** Tests the alert rules with the Debian root's promtool. Throws if a test fails. */
export async function testAlertRules({ place }: Cluster): Promise<void> {
  const { root, folder } = place
  const monitoring = join(thisVersion, 'deploy/monitoring')
  const mounts = [...mountsOf(place, 'promtool', ['/tmp']), [monitoring, '/mnt']] as const
  giveTo(root, 'postgres', join(folder, 'promtool'))
  for (const words of [
    ['check', '/mnt/alerts.yml'],
    ['test', '/mnt/alerts.test.yml'],
  ]) {
    const [what = '', path = ''] = words
    await runToEnd({
      name: `promtool ${what}`,
      machine: MACHINE,
      logFile: join(folder, 'log/promtool.log'),
      root: { path: root, user: 'postgres:postgres', mounts },
      env: { PATH: '/usr/bin:/bin' },
      command: ['promtool', what, 'rules', path],
    })
  }
}

/** Runs `npm run drill` next to pgBackRest and PostgreSQL, like the timer of `deploy/systemd`. */
export function runDrill({ place, shared }: Cluster, until: string): Promise<string> {
  const { root, folder } = place
  const owned = ['/tmp', '/run', '/var/lib/postgresql']
  const mounts = [
    ...mountsOf(place, 'drill', owned),
    [join(folder, 'backups'), '/var/lib/pgbackrest'],
    [thisVersion, '/opt/twofold'],
  ] as const
  mkdirSync(join(folder, 'drill/_run/postgresql'), { recursive: true })
  giveTo(root, 'postgres', join(folder, 'drill'))
  // A drill sends no commands, and the ledger port's files are outside the root.
  const rest = Object.fromEntries(
    Object.entries(shared).filter(([variable]) => !variable.endsWith('_FILE')),
  )
  return runToEnd({
    name: 'drill',
    machine: MACHINE,
    logFile: join(folder, 'log/drill.log'),
    root: { path: root, user: 'postgres:postgres', mounts },
    env: {
      ...rest,
      PATH: '/usr/bin:/bin',
      DATABASE_URL: urlOf('worker', DIRECT),
      DATA_DIR: '/var/lib/postgresql/data',
      PGBACKREST_CONFIG: '/etc/twofold/ha/pgbackrest.conf',
      PGBACKREST_REPO1_CIPHER_PASS: PASSWORD,
    },
    command: [
      '/opt/twofold/node_modules/node/bin/node',
      '/opt/twofold/src/server/cli/drill.ts',
      '--stanza',
      'twofold',
      '--until',
      until,
      '--programs',
      programsOf(root),
    ],
  })
}
