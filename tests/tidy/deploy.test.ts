import { expect, test } from 'vitest'
import { z } from 'zod'
import { environment, secretNames } from '../../src/server/config/environment.ts'
import { logsPublicly, roleNames, roles } from '../../src/server/config/roles.ts'
import { filesBelow, readText } from './sources.ts'

// Our deployment files match the product.

const settings = Object.keys(environment.shape)
const known = new Set([...settings, ...secretNames.map((name) => `${name}_FILE`)])

/** Variables that a file passes to the product: `NAME=`, `NAME: `, or `name: NAME`. */
function variablesIn(path: string): string[] {
  const text = readText(path).replaceAll(/^\s*#.*$/gm, '')
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

test('Kubernetes pulls the version that the release workflow pushes', () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readText('package.json')))
  expect(readText('deploy/kubernetes/kustomization.yaml')).toContain(`newTag: ${version}\n`)
  const release = readText('.github/workflows/release.yml')
  expect(release).toContain('echo "version=${GITHUB_REF_NAME#v}" >>"$GITHUB_OUTPUT"')
  expect(release).toContain(
    'tags: ${{ steps.image.outputs.name }}:${{ steps.image.outputs.version }}\n',
  )
})

test('PostgreSQL logs the same in each deployment, and no values', () => {
  const ha = readText('deploy/ha/patroni.yml').replaceAll("'", '')
  const settings = [...readText('compose.yml').matchAll(/- --([\w.]+)=(\S+)/g)].map(
    ([, name, value]) => [name, value] as const,
  )
  expect(settings).toContainEqual(['log_parameter_max_length', '0'])
  expect(settings).toContainEqual(['auto_explain.log_min_duration', '-1'])
  const guide = readText('docs/operations.md').replaceAll("'", '')
  const missing = settings.filter(
    ([name, value]) => !ha.includes(`${name}: ${value}\n`) || !guide.includes(`${name} = ${value}`),
  )
  expect(missing).toEqual([])
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
