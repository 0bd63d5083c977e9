import { isIP } from 'node:net'
import { loadConfigFromFile } from 'vite'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { environment, secretNames } from '../../src/server/config/environment.ts'
import { logsPublicly, roleNames, roles } from '../../src/server/config/roles.ts'
import { filesBelow, readText } from './sources.ts'

// Our deployment files match the product.

const settings = Object.keys(environment.shape)
const known = new Set([...settings, ...secretNames.map((name) => `${name}_FILE`)])

const withoutComments = (text: string): string => text.replaceAll(/^\s*#.*$/gm, '')

/** Variables that a file passes to the product: `NAME=`, `NAME: `, or `name: NAME`. */
function variablesIn(path: string): string[] {
  const text = withoutComments(readText(path))
  const assigned = text.matchAll(
    /(?<![\w$-])([A-Z][A-Z0-9]*_[A-Z0-9_]+|PORT|HOST|PROCESS)(?==|: )/g,
  )
  const listed = text.matchAll(/name: ([A-Z][A-Z0-9_]+)\b/g)
  return [...assigned, ...listed].map(([, name = '']) => name)
}

const ofOthers = /^(POSTGRES_|POD_NAME|NODE_COMPILE_CACHE)/

test.each([
  'compose.yml',
  'deploy/compose/settings.env.example',
  'deploy/systemd/twofold@.service',
  'deploy/systemd/twofold-migrate.service',
  'deploy/systemd/twofold-drill.service',
  'deploy/systemd/twofold-backup-seen.service',
  'deploy/systemd/twofold-maintain.service',
  'deploy/systemd/ledger-tls.conf',
  ...filesBelow('deploy/kubernetes'),
])('%s sets variables that exist', (path) => {
  const unknown = variablesIn(path).filter((name) => !known.has(name) && !ofOthers.test(name))
  expect(unknown).toEqual([])
})

test('finds variables in every form', () => {
  expect(variablesIn('compose.yml')).toContain('AUTH_SECRET_FILE')
  expect(variablesIn('deploy/systemd/twofold@.service')).toContain('PAYOUT_KEY_FILE')
  expect(variablesIn('deploy/kubernetes/worker.yaml')).toContain('PAYOUT_KEY_FILE')
})

/** What operators follow. The other documents also name constants of the code. */
const guides = ['README.md', ...filesBelow('docs').filter((path) => path.endsWith('.md'))].filter(
  (path) =>
    !/^docs\/(decisions\/|architecture|asvs|benchmarks|configuration|devnet|languages)/.test(path),
)
/** Variables of other programs, and a result of the TRON network. */
const foreign = /^(PGBACKREST|PATRONI|ETCD|TWOFOLD|TEST)_|^(DRILL_SOURCE|OUT_OF_ENERGY)$/

/** A name with an ellipsis is the start of several. */
const isSetting = (name: string): boolean =>
  name.endsWith('…')
    ? settings.some((each) => each.startsWith(name.slice(0, -1)))
    : known.has(name) || foreign.test(name)

test('guides name settings that exist', () => {
  expect(guides.length).toBeGreaterThan(50)
  const named = guides.flatMap((path) =>
    [...readText(path).matchAll(/(?<![\w-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(_…)?/g)].map(
      ([name]) => `${path} names ${name}`,
    ),
  )
  expect(named.filter((text) => !isSetting(text.split(' names ')[1] ?? ''))).toEqual([])
})

test('runs each role in every deployment, except the one for a single machine', () => {
  const apart = roleNames.filter((name) => name !== 'all')
  const compose = readText('compose.yml')
  const target = readText('deploy/systemd/twofold.target')
  const missing = apart.filter(
    (name) =>
      !compose.includes(`PROCESS: ${name}`) ||
      !target.includes(`twofold@${name}.service`) ||
      !readText('deploy/kubernetes/kustomization.yaml').includes(`- ${name}.yaml`),
  )
  expect(missing).toEqual([])
})

test('starts on a machine only the processes that someone enabled there', () => {
  expect(readText('deploy/systemd/twofold.target')).not.toMatch(/^(Wants|Requires)=/m)
  expect(readText('deploy/systemd/twofold@.service')).toContain('WantedBy=twofold.target\n')
})

test.each(['twofold-backup@', 'twofold-drill', 'twofold-backup-seen'])(
  '%s reads the secrets of the backup repository',
  (unit) => {
    const text = readText(`deploy/systemd/${unit}.service`)
    expect(text).toContain('EnvironmentFile=-/etc/twofold/backup.env\n')
  },
)

test('gives the payout key only to roles that sign, and the log key only to those that log', () => {
  const services = readText('compose.yml').split(/\n(?=  \w+:\n)/)
  for (const name of roleNames.filter((role) => role !== 'all')) {
    const service = services.find((text) => text.startsWith(`  ${name}:\n`)) ?? ''
    expect([name, service.includes('PAYOUT_KEY_FILE')]).toEqual([name, roles[name].signs])
    expect([name, service.includes('LOG_KEY_FILE')]).toEqual([name, logsPublicly(name)])
    const pod = readText(`deploy/kubernetes/${name}.yaml`)
    expect([name, pod.includes('PAYOUT_KEY')]).toEqual([name, roles[name].signs])
    expect([name, pod.includes('LOG_KEY')]).toEqual([name, logsPublicly(name)])
  }
})

test('gives the owner’s URL only to the migrations and the index maintenance', () => {
  const holding = (paths: readonly string[]): string[] =>
    paths.filter((path) => /database_owner_url/i.test(withoutComments(readText(path))))
  expect(holding(filesBelow('deploy/systemd'))).toEqual([
    'deploy/systemd/twofold-maintain.service',
    'deploy/systemd/twofold-migrate.service',
  ])
  expect(holding(filesBelow('deploy/kubernetes'))).toEqual(['deploy/kubernetes/migrate.yaml'])
  const [, services = ''] = withoutComments(readText('compose.yml')).split('\nservices:\n')
  const [own = ''] = services.split('\nvolumes:\n')
  const found = own.split(/\n(?=  \w+:\n)/).filter((text) => text.includes('database_owner_url'))
  // The database creates the role with this password.
  expect(found.map((text) => /\w+/.exec(text)?.[0])).toEqual(['postgres', 'migrate'])
  expect(withoutComments(readText('compose.yml')).split('services:')[0]).not.toContain('owner')
})

test('migrates before the processes start', () => {
  const compose = readText('compose.yml')
  expect(compose).toContain('migrate: { condition: service_completed_successfully }')
  const unit = readText('deploy/systemd/twofold@.service')
  expect(unit).toMatch(/^Wants=.*\btwofold-migrate\.service$/m)
  expect(unit).toMatch(/^After=.*\btwofold-migrate\.service$/m)
  expect(readText('deploy/kubernetes/kustomization.yaml')).toContain('- migrate.yaml\n')
})

test('Compose has a file for the settings of each process alone, and the brand', () => {
  const services = readText('compose.yml').split(/\n(?=  \w+:\n)/)
  for (const name of roleNames.filter((role) => role !== 'all')) {
    const service = services.find((text) => text.startsWith(`  ${name}:\n`)) ?? ''
    const files = [...service.matchAll(/deploy\/compose\/(\w+)\.env/g)].map(([, file]) => file)
    expect([name, files]).toEqual([name, ['settings', name]])
    expect([name, service.includes('*brand')]).toEqual([name, true])
  }
})

test('grants each deployment’s roles', () => {
  const roles = 'web=twofold_web,ledger=twofold_ledger,worker=twofold_worker,mail=twofold_mail'
  const created = readText('deploy/compose/create-roles.sh').matchAll(/create role twofold_(\w+)/g)
  const names = [...created].map(([, name]) => name).filter((name) => name !== 'owner')
  expect(names.map((name) => `${name}=twofold_${name}`).join(',')).toBe(roles)
  for (const path of [
    'compose.yml',
    'deploy/systemd/twofold-migrate.service',
    'deploy/kubernetes/migrate.yaml',
  ]) {
    expect([path, readText(path).includes(roles)]).toEqual([path, true])
  }
})

test('Kubernetes pulls the version that the release workflow pushes', () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readText('package.json')))
  expect(readText('deploy/kubernetes/kustomization.yaml')).toContain(`newTag: ${version}\n`)
  const release = readText('.github/workflows/release.yml')
  expect(release).toContain('echo "version=${GITHUB_REF_NAME#v}" >>"$GITHUB_OUTPUT"')
  expect(release).toContain(
    'tags: ${{ steps.image.outputs.name }}:${{ steps.image.outputs.version }}\n',
  )
})

test('PostgreSQL has the same settings in each deployment, and logs no values', () => {
  const ha = readText('deploy/ha/patroni.yml').replaceAll("'", '')
  const settings = [...readText('compose.yml').matchAll(/- --([\w.]+)=(\S+)/g)].map(
    ([, name, value]) => [name, value] as const,
  )
  expect(settings).toContainEqual(['log_parameter_max_length', '0'])
  expect(settings).toContainEqual(['auto_explain.log_min_duration', '-1'])
  expect(settings).toContainEqual(['max_locks_per_transaction', '256'])
  expect(readText('src/db/embedded/embedded.ts')).toContain(`'max_locks_per_transaction=256'`)
  const guide = readText('docs/operations-reference.md').replaceAll("'", '')
  const missing = settings.filter(
    ([name, value]) => !ha.includes(`${name}: ${value}\n`) || !guide.includes(`${name} = ${value}`),
  )
  expect(missing).toEqual([])
})

test('Patroni changes nothing without its password, which every documented command sends', () => {
  const ha = readText('deploy/ha/patroni.yml')
  const [, api = ''] = ha.split('\nrestapi:\n')
  expect(api.split(/\n\w/)[0]).toContain('\n  authentication: { username: patroni }')
  expect(ha).not.toMatch(/^ +password:/m)
  const bare = guides.filter((path) => /\bpatronictl (-|\w+ twofold)/.test(readText(path)))
  expect(bare).toEqual([])
})

test('the image is built with every project of tsconfig.json', () => {
  const kept = readText('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))
  const { references } = z
    .object({ references: z.array(z.object({ path: z.string() })) })
    .parse(JSON.parse(readText('tsconfig.json')))
  const projects = references.map(({ path }) => `${path}/tsconfig.json`)
  expect(projects.length).toBeGreaterThan(5)
  const left = projects.filter(
    (path) => !kept.some((pattern) => path === pattern || path.startsWith(`${pattern}/`)),
  )
  expect(left).toEqual([])
})

// In a container without IPv6, `localhost` means ::1 to a server and 127.0.0.1 to a client.
test('the build requests its first pages at an address, not a name', async () => {
  const loaded = await loadConfigFromFile(
    { command: 'build', mode: 'production' },
    'vite.config.ts',
  )
  expect(isIP(String(loaded?.config.preview?.host))).toBe(4)
})

// A stray signal ends a process cleanly. `systemctl stop` still stops it.
test('restarts a process that ended without an error', () => {
  expect(readText('deploy/systemd/twofold@.service')).toContain('\nRestart=always\n')
})
