import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configOf } from '../../src/server/config/read-config.ts'
import { secretNames } from '../../src/server/config/environment.ts'
import { accountXpub, newMnemonic } from '../../src/tron/keys/secret-keys.ts'

const secret = 'fJ0sV8yq2TgXnB4mRz7Kd1LwPe6Hc9Ua'
const payoutKey = '4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'twofold-secrets-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function write(name: string, content: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const read = (variables: Record<string, string>) => configOf({ DATA_DIR: folder, ...variables })

const refuse = async (variables: Record<string, string>): Promise<string> =>
  read(variables).then(() => 'accepted', String)

test.each(['', '\n', '\r\n', '\n\n'])('reads a secret from a file that ends in %j', async (end) => {
  const path = await write('plain', secret + end)
  expect((await read({ AUTH_SECRET_FILE: path })).authSecret).toBe(secret)
})

const pem = (kind: string, content: string): string =>
  `-----BEGIN ${kind}-----\n${content}\n-----END ${kind}-----`

const values: Record<(typeof secretNames)[number], [setting: string, string]> = {
  DATABASE_URL: ['databaseUrl', 'postgresql://app:secret@db/twofold'],
  DATABASE_OWNER_URL: ['databaseOwnerUrl', 'postgresql://owner:secret@db/twofold'],
  DATABASE_READ_URL: ['databaseReadUrls', 'postgresql://app:secret@replica/twofold'],
  DATABASE_DIRECT_URL: ['databaseDirectUrl', 'postgresql://app:secret@primary/twofold'],
  LEDGER_SECRET_WEB: ['ledgerSecrets', secret],
  LEDGER_SECRET_WEB_BEFORE: ['ledgerSecrets', secret],
  LEDGER_SECRET_CHAIN: ['ledgerSecrets', secret],
  LEDGER_SECRET_CHAIN_BEFORE: ['ledgerSecrets', secret],
  LEDGER_CA: ['ledgerTls', pem('CERTIFICATE', 'authority')],
  LEDGER_CERT: ['ledgerTls', pem('CERTIFICATE', 'own')],
  LEDGER_KEY: ['ledgerTls', pem('PRIVATE KEY', 'own')],
  TRON_API_URL: ['tronApiUrls', 'https://node.example/secret'],
  TRON_API_KEY: ['tronApiKey', 'node-key'],
  TRON_DEPOSIT_XPUB: ['depositXpub', accountXpub(newMnemonic())],
  PAYOUT_KEY: ['payoutKey', payoutKey],
  LOG_KEY: ['logKey', payoutKey],
  LOG_KEY_BEFORE: ['logKeyBefore', payoutKey],
  ANCHOR_KEY: ['anchorKey', payoutKey],
  SMTP_URL: ['smtpUrl', 'smtps://user:secret@smtp.example'],
  OTEL_EXPORTER_OTLP_HEADERS: ['traces', 'x-key=secret'],
  AUTH_SECRET: ['authSecret', secret],
  AUTH_SECRET_BEFORE: ['authSecretBefore', secret],
  OPERATOR_PASSWORD: ['operator', 'a long operator phrase'],
}

test.each(secretNames)('reads %s from a file', async (name) => {
  const [setting, value] = values[name]
  const path = await write(name, `${value}\n`)
  const others = { OPERATOR_USERNAME: 'admin', OPERATOR_PASSWORD: 'another long phrase' }
  const address = 'TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs'
  const contract = { TRON_USDT_CONTRACT: address, ANCHOR_TO: address }
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example' }
  const given = { ...others, ...contract, ...traces }
  const variables: Record<string, string> = { ...given, [`${name}_FILE`]: path }
  const pems = ['LEDGER_CA', 'LEDGER_CERT', 'LEDGER_KEY'] as const
  // They are set together or not at all.
  if (values[name][0] === 'ledgerTls') {
    for (const each of pems) if (each !== name) variables[each] = values[each][1]
  }
  if (name === 'OPERATOR_PASSWORD') delete variables[name]
  const config = Object.entries(await read(variables))
  const found = JSON.stringify(config.find(([key]) => key === setting)?.[1])
  expect(found).toContain(JSON.stringify(value).slice(1, -1))
})

test('refuses a missing file', async () => {
  const path = join(folder, 'nowhere')
  const refused = await refuse({ AUTH_SECRET_FILE: path })
  expect(refused).toContain('  AUTH_SECRET_FILE: does not exist')
  expect(refused).not.toContain(path)
})

test('refuses an unreadable file', async () => {
  expect(await refuse({ SMTP_URL_FILE: folder })).toContain('SMTP_URL_FILE: is a directory')
  const loop = join(folder, 'loop')
  await symlink(loop, loop)
  expect(await refuse({ SMTP_URL_FILE: loop })).toContain("SMTP_URL_FILE: can't be read (ELOOP)")
})

test('refuses an endless file and a pipe without a writer, at once', async () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  for (const path of [pipe, '/dev/zero'])
    expect(await refuse({ SMTP_URL_FILE: path })).toContain('SMTP_URL_FILE: is not a file')
  const huge = await write('huge', '')
  await truncate(huge, 10 ** 10)
  expect(await refuse({ SMTP_URL_FILE: huge })).toContain('is too large for a secret')
})

// The superuser may read every file.
test.skipIf(process.getuid?.() === 0)('refuses another user’s file', async () => {
  const path = await write('locked', secret)
  await chmod(path, 0)
  const refused = await refuse({ AUTH_SECRET_FILE: path })
  expect(refused).toContain('  AUTH_SECRET_FILE: may not be read by this user')
})

test.each([
  ['is empty', ' \n'],
  ['has more than one line', `${secret}\nand more`],
  ['is too large for a secret', 'x'.repeat(20_000)],
])('refuses a file that %s', async (fault, content) => {
  const refused = await refuse({ AUTH_SECRET_FILE: await write('odd', content) })
  expect(refused).toContain(`  AUTH_SECRET_FILE: ${fault}`)
})

test('refuses a variable that is set together with its file', async () => {
  const path = await write('second', secret)
  const refused = await refuse({ AUTH_SECRET: secret, AUTH_SECRET_FILE: path })
  expect(refused).toContain('  AUTH_SECRET_FILE: is set, and so is AUTH_SECRET: keep one')
  expect(refused).not.toContain(secret)
})

test('checks a value from a file like any other', async () => {
  const path = await write('short', 'short-secret\n')
  const refused = await refuse({ AUTH_SECRET_FILE: path })
  expect(refused).toContain('AUTH_SECRET: must have at least 32 characters')
  expect(refused).not.toContain('short-secret')
})

test('never opens the payout key’s file in the web process', async () => {
  const variables = { PROCESS: 'web', PAYOUT_KEY_FILE: join(folder, 'not for web') }
  expect((await read(variables)).payoutKey).toBeNull()
  expect(await refuse({ ...variables, PROCESS: 'worker' })).toContain('PAYOUT_KEY_FILE')
})
