import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { configOf } from '../../src/server/config/read-config.ts'
import { ownerSettingsOf } from '../../src/server/config/owner-settings.ts'
import { accountXpub, newMnemonic } from '../../src/tron/keys/secret-keys.ts'

// The units of deploy/systemd give each process what production requires.

const folder = mkdtempSync(join(tmpdir(), 'twofold-credentials-'))
afterAll(() => rmSync(folder, { recursive: true }))

const secrets = {
  database_url: 'postgresql://twofold_web:secret@127.0.0.1/twofold',
  database_owner_url: 'postgresql://twofold_owner:secret@127.0.0.1/twofold',
  auth_secret: randomBytes(48).toString('base64'),
  ledger_secret_web: randomBytes(48).toString('base64'),
  ledger_secret_chain: randomBytes(48).toString('base64'),
  tron_deposit_xpub: accountXpub(newMnemonic()),
  smtp_url: 'smtps://user:secret@smtp.example',
  payout_key: randomBytes(32).toString('hex'),
  log_key: randomBytes(32).toString('hex'),
}
for (const [name, value] of Object.entries(secrets)) {
  writeFileSync(join(folder, `secrets_${name}`), `${value}\n`)
}

const readLines = (path: string): string[] => readFileSync(path, 'utf8').split('\n')

const assignmentsIn = (lines: readonly string[]): (readonly [string, string])[] =>
  lines.flatMap((line) => {
    const at = line.indexOf('=')
    return line.startsWith('#') || at < 0 ? [] : [[line.slice(0, at), line.slice(at + 1)] as const]
  })

/** What systemd hands to the process of a unit, and of a file that adds to it. */
function variablesOf(unit: string, instance: string, more?: string): Record<string, string> {
  const given = [unit, more ?? []]
    .flat()
    .flatMap((name) => readLines(`deploy/systemd/${name}`))
    .filter((line) => line.startsWith('Environment='))
    .flatMap((line) => line.slice('Environment='.length).split(' '))
    .map((word) => word.replaceAll('%i', instance).replaceAll('%d', folder))
  const settings = readLines('deploy/compose/settings.env.example')
  return Object.fromEntries([...assignmentsIn(given), ...assignmentsIn(settings)])
}

test.each([
  ['twofold@.service', 'web'],
  ['twofold@.service', 'ledger'],
  ['twofold@.service', 'worker'],
  ['twofold@.service', 'chain'],
  ['twofold@.service', 'mail'],
  ['twofold-drill.service', 'web'],
  ['twofold-backup-seen.service', 'web'],
])('%s lacks nothing to run as %s', async (unit, part) => {
  expect(await configOf(variablesOf(unit, part))).toMatchObject({ production: true, part })
})

test('no process reads the owner’s URL', async () => {
  for (const part of ['web', 'ledger', 'worker', 'chain', 'mail']) {
    const config = await configOf(variablesOf('twofold@.service', part))
    expect([part, config.databaseOwnerUrl]).toEqual([part, null])
  }
})

test.each(['twofold-migrate.service', 'twofold-maintain.service'])(
  '%s needs only the owner’s URL',
  async (unit) => {
    const variables = Object.entries(variablesOf(unit, 'owner'))
    const files = variables.filter(([name]) => name.endsWith('_FILE'))
    expect(files.map(([name]) => name)).toEqual(['DATABASE_OWNER_URL_FILE'])
    const settings = await ownerSettingsOf(Object.fromEntries(variables))
    expect(settings.ownerUrl).toBe(secrets.database_owner_url)
    if (unit === 'twofold-maintain.service') return
    expect(settings.roles).toEqual(
      new Map([
        ['twofold_web', 'web'],
        ['twofold_ledger', 'ledger'],
        ['twofold_worker', 'worker'],
        ['twofold_mail', 'mail'],
      ]),
    )
  },
)

test('runs each role as a user of its own, and starts it until the database is there', () => {
  const lines = readLines('deploy/systemd/twofold@.service')
  const wanted = ['User=twofold-%i', 'After=twofold.target', 'StartLimitIntervalSec=0']
  expect(lines).toEqual(expect.arrayContaining(wanted))
})

test('ledger-tls.conf gives each role its certificate', async () => {
  const made = join(folder, 'made')
  execFileSync('sh', ['deploy/compose/make-certificates.sh', made])
  for (const part of ['web', 'ledger', 'worker', 'chain', 'mail']) {
    const role = part === 'worker' ? 'chain' : part
    copyFileSync(join(made, 'ledger_ca'), join(folder, 'secrets_ledger_ca'))
    for (const kind of ['cert', 'key']) {
      const given = join(folder, `secrets_ledger_${kind}`)
      rmSync(given, { force: true })
      copyFileSync(join(made, `${role}_${kind}`), given)
    }
    const config = await configOf(variablesOf('twofold@.service', part, 'ledger-tls.conf'))
    const own = readFileSync(join(made, `${role}_cert`), 'utf8').trim()
    expect([part, config.ledgerTls?.cert]).toEqual([part, own])
  }
})

/** Runs a tool that prints its file, arguments, and variables, with these files in /etc/twofold. */
function runTool(files: Record<string, string>, tool: string, ...args: string[]): string {
  const product = mkdtempSync(join(folder, 'tool-'))
  for (const path of ['deploy/systemd', 'src/server/cli', 'node_modules/.bin', 'secrets/web']) {
    mkdirSync(join(product, path), { recursive: true })
  }
  const script = join(product, 'deploy/systemd/run-tool.sh')
  copyFileSync('deploy/systemd/run-tool.sh', script)
  const line = '  "print:all": "node src/server/cli/print-all.ts"'
  writeFileSync(join(product, 'package.json'), `{\n${line}\n}\n`)
  const node = join(product, 'node_modules/.bin/node')
  writeFileSync(node, '#!/bin/sh\nprintf "<%s>" "$@"\necho\nenv\n')
  chmodSync(node, 0o755)
  for (const [path, text] of Object.entries(files)) writeFileSync(join(product, path), text)
  const env = { PATH: process.env.PATH ?? '', TWOFOLD_SETTINGS: product }
  return execFileSync('sh', [script, 'web', tool, ...args], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

const PRINT = '<src/server/cli/print-all.ts>'

test('run-tool.sh reads settings and secrets as systemd does', () => {
  const settings = [
    '# a comment',
    'PLAIN=$(id) `id` two words  ',
    "SINGLE='single quoted'",
    '  INDENTED=1',
    'DOUBLE="a\\"b"  ',
    'no variable',
    'EMPTY=',
  ]
  const files = {
    'twofold.env': `${settings.join('\n')}\n`,
    'web.env': 'INDENTED=2',
    'secrets/web/auth_secret': 'secret',
    'secrets/web/auth_secret.bak': 'old',
  }
  const said = runTool(files, 'print-all', 'two words', '', '$(id)').split('\n')
  expect(said[0]).toBe(`${PRINT}<two words><><$(id)>`)
  expect(said).toEqual(
    expect.arrayContaining([
      'PLAIN=$(id) `id` two words',
      'SINGLE=single quoted',
      'INDENTED=2',
      'DOUBLE=a"b',
      'EMPTY=',
      'PROCESS=web',
      expect.stringMatching(/^AUTH_SECRET_FILE=.*auth_secret$/),
    ]),
  )
  expect(said.filter((line) => /variable|BAK/.test(line))).toEqual([])
})

test('run-tool.sh knows the names of npm run, and lists them', () => {
  const files = { 'secrets/web/auth_secret': 'secret' }
  expect(runTool(files, 'print:all', 'word').split('\n')[0]).toBe(`${PRINT}<word>`)
  const { stderr } = spawnSync('sh', ['deploy/systemd/run-tool.sh', 'web', 'log-status'])
  expect(String(stderr)).toMatch(/^there is no tool log-status, but these: .*check:ledger.* log /)
})

test('run-tool.sh refuses a value that continues on the next line', () => {
  expect(() => runTool({ 'twofold.env': 'LONG=1 \\\n2\n' }, 'print:all')).toThrow(
    'write the value of LONG',
  )
})

test.each([{ args: [] }, { args: ['web'] }, { args: ['web', 'no-such-tool'] }])(
  'run-tool.sh exits with 2 when the command line is wrong: $args',
  ({ args }) => {
    const { status, stdout } = spawnSync('sh', ['deploy/systemd/run-tool.sh', ...args])
    expect([status, String(stdout)]).toEqual([2, ''])
  },
)
