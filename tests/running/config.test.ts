import { createHash } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { configOf } from '../../src/server/config/read-config.ts'
import { findSecretFault } from '../../src/server/config/weak-settings.ts'
import { keysOfNodes } from '../../src/server/config/tron-api-keys.ts'
import { openAuthority } from '../book/port/certificates.ts'
import { requireBuild } from '../../src/server/startup/require-build.ts'
import { mainnet } from '../../src/tron/encoding/networks.ts'
import { accountXpub, newMnemonic } from '../../src/tron/keys/secret-keys.ts'

const other = 'TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs'
const ledgerSecret = 'wQ7nS2xB9mJ4kVtYc8Lr3HpZd6Gf1TeA'
const payoutKey = '4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d'
const depositXpub = accountXpub(newMnemonic())
let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'twofold-config-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const complete = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://twofold.example/',
  DATABASE_URL: 'postgresql://db/twofold',
  TRON_API_URL: 'https://node-a.example, https://node-b.example',
  TRON_USDT_CONTRACT: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  TRON_DEPOSIT_XPUB: depositXpub,
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Twofold <no-reply@twofold.example>',
  RATE_SOURCES: 'one,two',
  AUTH_SECRET: 'fJ0sV8yq2TgXnB4mRz7Kd1LwPe6Hc9Ua',
  PAYOUT_KEY: 'offline',
  LOG_KEY: 'c9f2a4d07b1e83565fd0917ab3ce2846d15807f9e24ba6c3708d1f95be6a3c42',
}

test('needs no settings in development, and keeps its secrets', async () => {
  const first = await configOf({ DATA_DIR: dataDir })
  expect(first).toMatchObject({ production: false, port: 3000, databaseUrl: null, part: 'all' })
  expect(first.operator?.username).toBe('operator')
  expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600)
  expect(await configOf({ DATA_DIR: dataDir })).toEqual(first)
})

test('uses the production settings', async () => {
  const config = await configOf(complete)
  expect(config.publicUrl).toBe('https://twofold.example')
  expect(config.tronApiUrls).toEqual(['https://node-a.example', 'https://node-b.example'])
  expect(config).toMatchObject({ operator: null, payoutKey: null, withdrawalHoldMs: 86_400_000 })
  expect(config.approvalLimitMicros).toBe(100_000_000n)
})

const needed = Object.keys(complete).filter((name) => name !== 'NODE_ENV')

test.each(needed)('refuses to start in production without %s', async (name) => {
  await expect(configOf({ ...complete, [name]: '' })).rejects.toThrow(`Not set: ${name}.`)
})

test.each(['xpub', depositXpub.slice(0, -1), 'xpub-of-the-operator'])(
  'refuses a deposit key that derives no addresses: %s',
  async (xpub) => {
    const start = configOf({ ...complete, TRON_DEPOSIT_XPUB: xpub })
    await expect(start).rejects.toThrow('TRON_DEPOSIT_XPUB: not an extended public key')
  },
)

test('accepts a certificate of the ledger port only for its own role', async () => {
  const authority = openAuthority('ours')
  const withRole = (PROCESS: string, cert: string, more: Record<string, string> = {}) =>
    configOf({
      ...more,
      DATA_DIR: dataDir,
      PROCESS,
      LEDGER_CA: authority.ca,
      LEDGER_CERT: cert,
      LEDGER_KEY: key,
    })
  const { cert: web, key } = authority.issue(['web'])
  expect((await withRole('web', web)).ledgerTls).toMatchObject({ cert: web.trim() })
  await expect(withRole('ledger', web)).rejects.toThrow('the name URI:spiffe://twofold/ledger')
  await expect(withRole('worker', web)).rejects.toThrow('the name URI:spiffe://twofold/chain')
  const { cert: bare } = authority.issue([])
  await expect(withRole('web', bare)).rejects.toThrow('LEDGER_CERT is not a certificate for')
  await expect(withRole('web', authority.ca.slice(0, 90))).rejects.toThrow('is not a certificate.')
  const { cert: ledger } = authority.issue(['ledger'])
  const socket = withRole('ledger', ledger, { LEDGER_HOST: '/run/twofold/ledger' })
  await expect(socket).rejects.toThrow('LEDGER_HOST is a Unix socket, which takes no certificates.')
})

test('refuses the same witness twice, because it would count for two and sign once', async () => {
  const remora = 'remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2'
  const one = `${remora} https://remora.n621.de`
  const twice = configOf({ DATA_DIR: dataDir, WITNESSES: `${one}, ${remora} https://o.example` })
  await expect(twice).rejects.toThrow('twice')
  expect((await configOf({ DATA_DIR: dataDir, WITNESSES: one })).witnesses).toHaveLength(1)
})

test('needs no payout key in the web process, and ignores a given one', async () => {
  const web = { ...complete, PROCESS: 'web', LEDGER_SECRET_WEB: ledgerSecret }
  expect((await configOf({ ...web, PAYOUT_KEY: undefined })).payoutKey).toBeNull()
  expect((await configOf({ ...web, PAYOUT_KEY: payoutKey })).payoutKey).toBeNull()
})

test('keeps the payout key out of internet-facing processes in production', async () => {
  const key = payoutKey
  const refused = await configOf({ ...complete, PAYOUT_KEY: key }).catch(String)
  expect(refused).toContain('PROCESS=web, PROCESS=ledger, and PROCESS=worker apart')
  expect(refused).not.toContain(key)
  const worker = { ...complete, PROCESS: 'worker', LEDGER_SECRET_CHAIN: ledgerSecret }
  expect((await configOf({ ...worker, PAYOUT_KEY: key })).payoutKey).toBe(key)
})

/** The ledger secrets of a production process, or why it doesn't start. */
const readSecrets = (variables: Record<string, string>): Promise<string> =>
  configOf({ ...complete, PAYOUT_KEY: 'offline', ...variables }).then(
    ({ ledgerSecrets }) => JSON.stringify(ledgerSecrets),
    String,
  )

test('needs the ledger secret of its own role in production, and refuses any other', async () => {
  const secrets = { LEDGER_SECRET_WEB: ledgerSecret, LEDGER_SECRET_CHAIN: `${ledgerSecret}x` }
  expect(await readSecrets({ PROCESS: 'web' })).toContain('Not set: LEDGER_SECRET_WEB.')
  expect(await readSecrets({ PROCESS: 'chain' })).toContain('Not set: LEDGER_SECRET_CHAIN.')
  const both = 'Not set: LEDGER_SECRET_WEB, LEDGER_SECRET_CHAIN.'
  expect(await readSecrets({ PROCESS: 'ledger' })).toContain(both)
  const other = 'LEDGER_SECRET_CHAIN is not for PROCESS=web'
  expect(await readSecrets({ PROCESS: 'web', ...secrets })).toContain(other)
  expect(await readSecrets({ PROCESS: 'mail' })).toBe('{"web":[],"chain":[]}')
  const before = { ...secrets, LEDGER_SECRET_WEB_BEFORE: `${ledgerSecret}y` }
  expect(await readSecrets({ PROCESS: 'ledger', ...before })).toBe(
    `{"web":["${ledgerSecret}","${ledgerSecret}y"],"chain":["${ledgerSecret}x"]}`,
  )
  const weak = await readSecrets({ PROCESS: 'web', LEDGER_SECRET_WEB: 'a'.repeat(40) })
  expect(weak).toContain('  LEDGER_SECRET_WEB: can be guessed')
})

test('derives ledger secrets in development, where no setting is required', async () => {
  const { ledgerSecrets, authSecret } = await configOf({ DATA_DIR: dataDir, PROCESS: 'web' })
  expect(ledgerSecrets).toEqual({ web: [authSecret], chain: [authSecret] })
})

test.each([
  ['PORT', '70000'],
  ['AUTH_SECRET', 'short-secret'],
  ['DATABASE_URL', 'mysql://db'],
  ['TRON_API_URL', 'ftp://node.example'],
  ['APPROVAL_LIMIT_USD', '1e3'],
  ['ADJUSTMENT_LIMIT_USD', '-1'],
  ['PAYOUT_KEY', 'deadbeef'],
])('refuses %s=%s by name, without repeating the value', async (name, value) => {
  const refused = await configOf({ ...complete, [name]: value }).catch(String)
  expect(refused).toContain(`  ${name}`)
  expect(refused).not.toContain(value)
})

const weakSecrets = [
  'a'.repeat(32),
  'ab'.repeat(20),
  '0123456789abcdef0123456789abcdef',
  'abcdefghijklmnopqrstuvwxyz0123456789',
  'change-me-change-me-please-1234567',
  'your_secret_key_goes_here_9f8e7d6c',
  'My-Super-Secret-Twofold-Key-2026!!',
  'qqwwqqwweerreerrttyyttyyuuiiuuii',
]
test.each(weakSecrets)('refuses the secret %s in production', async (secret) => {
  const refused = await configOf({ ...complete, AUTH_SECRET: secret }).catch(String)
  expect(refused).toContain('  AUTH_SECRET: ')
  expect(refused).not.toContain(secret)
  // A start that still has it replaces it.
  const config = await configOf({ ...complete, AUTH_SECRET_BEFORE: secret })
  expect(config.authSecretBefore).toBe(secret)
})

test('accepts random secrets in every common form', async () => {
  for (const form of ['hex', 'base64', 'base64url'] as const) {
    for (let i = 0; i < 300; i++) {
      // Always the same ones, because one in many thousands of truly random secrets looks
      // guessable.
      const digest = createHash('sha256').update(`${form} ${i}`).digest()
      const bytes = digest.subarray(0, form === 'hex' ? 16 : 24)
      expect(findSecretFault(bytes.toString(form))).toBeNull()
    }
  }
})

const first = { OPERATOR_USERNAME: 'admin' }
test.each([
  ['PUBLIC_URL', { PUBLIC_URL: 'http://twofold.example' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'http://10.0.0.5' }],
  ['TRON_API_URL', { TRON_API_URL: 'https://node-a.example,http://node-b.example' }],
  ['RATE_SOURCES', { RATE_SOURCES: 'binance,coinbase@http://mirror.example' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail.example' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail.example?requireTLS=false' }],
  ['OPERATOR_PASSWORD', { ...first, OPERATOR_PASSWORD: 'password' }],
  ['OPERATOR_PASSWORD', { ...first, OPERATOR_PASSWORD: 'fourteen-chars' }],
  ['OPERATOR_PASSWORD', { ...first, OPERATOR_PASSWORD: 'aaaaaaaaaaaaaaaaaaaa' }],
  ['OPERATOR_PASSWORD', { ...first, OPERATOR_PASSWORD: 'twofold-admin-2026' }],
  ['OPERATOR_USERNAME', { OPERATOR_USERNAME: 'no name', OPERATOR_PASSWORD: 'b'.repeat(20) }],
  ['PAYOUT_KEY', { PROCESS: 'worker', PAYOUT_KEY: 'a'.repeat(64) }],
  ['LOG_KEY', { PROCESS: 'worker', LOG_KEY: 'ab'.repeat(32) }],
  ['PAYOUT_KEY', { PROCESS: 'worker', PAYOUT_KEY: '1'.padStart(64, '0') }],
  ['PAYOUT_KEY', { PROCESS: 'worker', PAYOUT_KEY: 'f'.repeat(40).padEnd(64, '4b7a02') }],
])('refuses a weak %s in production: %o', async (name, variables) => {
  const refused = await configOf({ ...complete, ...variables }).catch(String)
  expect(refused).toContain(`  ${name}: `)
})

test.each([
  { TRON_API_URL: 'http://127.0.0.1:8090,http://10.1.2.3:8090,http://java-tron:8090' },
  { PUBLIC_URL: 'http://localhost:3000' },
  { SMTP_URL: 'smtp://mail.example:587?requireTLS=true' },
  { SMTP_URL: 'smtp://postfix:25' },
  { ...first, OPERATOR_PASSWORD: 'a long operator phrase' },
])('accepts %o in production', async (variables) => {
  expect((await configOf({ ...complete, ...variables })).production).toBe(true)
})

test('keeps rate limits on in production', async () => {
  await expect(configOf({ ...complete, RATE_LIMITS: 'off' })).rejects.toThrow('RATE_LIMITS')
  await expect(configOf({ ...complete, AUTH_COST: 'low' })).rejects.toThrow('AUTH_COST')
})

test.each([
  { TRON_USDT_CONTRACT: complete.TRON_USDT_CONTRACT, TRON_API_URL: 'http://10.0.0.5:8090' },
  { TRON_USDT_CONTRACT: other, TRON_API_URL: 'https://api.trongrid.io' },
])('allows the main network in production only: %o', async (variables) => {
  const development = configOf({ ...variables, DATA_DIR: dataDir })
  await expect(development).rejects.toThrow('NODE_ENV=production is not set')
})

test('allows public test networks, but never the main network as one', async () => {
  const nile = { TRON_USDT_CONTRACT: other, TRON_API_URL: 'https://nile.trongrid.io' }
  expect((await configOf({ ...nile, DATA_DIR: dataDir })).usdtContract).toBe(other)
  const named = configOf({ ...complete, TRON_TEST_GENESIS: mainnet.genesisId })
  await expect(named).rejects.toThrow('TRON_TEST_GENESIS: is the main network')
})

const [nodeA, nodeB] = ['https://node-a.example', 'https://node-b.example/jsonrpc']

test.each([
  ['one key is the first node’s alone', [nodeA, nodeB], 'a', ['a', undefined]],
  [
    'one key serves nodes of one host',
    [nodeA, `${nodeA}/second`, nodeB],
    'a',
    ['a', 'a', undefined],
  ],
  ['keys follow the order of the nodes', [nodeA, nodeB], 'a, b', ['a', 'b']],
  ['a node may have none', [nodeA, nodeB], ',b', [undefined, 'b']],
  ['none at all', [nodeA, nodeB], null, [undefined, undefined]],
  ['more keys than nodes', [nodeA], 'a,b', null],
])('%s', (_title, urls, setting, keys) => {
  expect(keysOfNodes(urls, setting)).toEqual(keys)
})

test('refuses a number of keys that doesn’t match the nodes', async () => {
  const uneven = configOf({ ...complete, TRON_API_KEY: 'first-key,second-key,third-key' })
  await expect(uneven).rejects.toThrow(/^TRON_API_KEY must hold one key/)
  await expect(uneven).rejects.not.toThrow(/first-key/)
})

test('a web process in production needs the built pages', () => {
  const missing = `There is no web app in ${dataDir}. Run \`npm run build\``
  const [web, ledger] = [{ part: 'web' } as const, { part: 'ledger' } as const]
  expect(() => requireBuild({ production: true, ...web }, dataDir)).toThrow(missing)
  expect(() => requireBuild({ production: true, ...ledger }, dataDir)).not.toThrow()
  expect(() => requireBuild({ production: false, ...web }, dataDir)).not.toThrow()
})
