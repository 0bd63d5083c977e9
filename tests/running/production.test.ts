/**
 * Production settings: three processes, and a database behind a pooler, a node, and a mail server
 * that run elsewhere.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { fetchAnswer, type BodyAt } from '../support/answer.ts'
import { startEmbedded, type Embedded } from '../../src/db/embedded/embedded.ts'
import { openKysely, openPool } from '../../src/db/pool.ts'
import { createRole } from '../../src/db/runtime-role.ts'
import { startDevnet, type Devnet } from '../../src/devnet/devnet.ts'
import { checkBook } from '../../src/server/book/check/check.ts'
import { isNetworkWrong } from '../../src/server/pauses/pauses.ts'
import { startMailbox, type Mailbox } from '../../src/server/email/mailbox.ts'
import { accountXpub, newMnemonic, newPrivateKey } from '../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../src/tron/transaction/signature.ts'
import { createTestDatabase } from '../support/database.ts'
import { openEventStream } from '../support/event-stream.ts'
import { copyBlankCluster } from '../support/start/blank-cluster.ts'
import { until } from '../support/poll.ts'
import { freePort } from '../support/ports.ts'
import { startProduct, type Product } from '../support/product.ts'
import { runProgram } from '../support/run-program.ts'
import { isLong } from '../support/scale.ts'
import { signUp } from '../support/sign-up.ts'
import {
  openTransactionPooler,
  type TransactionPooler,
} from '../support/wire/transaction-pooler.ts'

let directory: string
let database: Embedded
let pooler: TransactionPooler
let env: Record<string, string>
let devnet: Devnet
let mailbox: Mailbox
let venues: Server
let web: Product
let ledger: Product
let worker: Product

/** Two venues each that agree on $0.25 for TRX and on a dollar for USDT. */
const openVenues = async (): Promise<Server> => {
  const server = createServer((request, response) => {
    const { url = '' } = request
    const amount = /usdt-?usd/i.test(url) ? '1' : '0.25'
    const timestamp = String(Math.floor(Date.now() / 1000))
    response.end(JSON.stringify({ data: { amount }, price: amount, last: amount, timestamp }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return server
}

const logKey = randomBytes(32).toString('hex')
const payoutKey = Buffer.from(newPrivateKey()).toString('hex')
const ofWeb = { LEDGER_SECRET_WEB: randomBytes(32).toString('base64url') }
const ofChain = { LEDGER_SECRET_CHAIN: randomBytes(32).toString('base64url') }
/** Only the worker may have the payout key, and only the ledger both roles' secrets. */
function ownOf(role: string): Record<string, string> {
  const url = Object.assign(new URL(database.connectionString), { username: `twofold_${role}` })
  const urls = { DATABASE_URL: pooler.urlOf(url.href), DATABASE_DIRECT_URL: url.href }
  if (role === 'ledger') return { ...urls, ...ofWeb, ...ofChain }
  if (role === 'web') return { ...urls, ...ofWeb }
  return { ...urls, ...ofChain, PAYOUT_KEY: payoutKey, LOG_KEY: logKey }
}

const ROLES = ['web', 'ledger', 'worker'] as const

/** Creates a database role for each process, and migrates. Only this has the owner's URL. */
async function prepareRoles(ownerUrl: string): Promise<void> {
  const pool = openPool({ connectionString: ownerUrl, name: 'roles', maxConnections: 1 })
  for (const role of ROLES) await createRole(pool, `twofold_${role}`)
  await pool.end()
  const list = ROLES.map((role) => `${role}=twofold_${role}`).join(',')
  const env = { NODE_ENV: 'production', DATABASE_OWNER_URL: ownerUrl, DATABASE_ROLES: list }
  expect(await runProgram('cli/migrate.ts', { env })).toMatchObject({ code: 0 })
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'twofold-production-'))
  // Its own server with production durability, because the other tests' server has none.
  const dataDir = join(directory, 'database')
  await mkdir(dataDir)
  await copyBlankCluster(dataDir)
  database = await startEmbedded({ dataDir })
  await prepareRoles(database.connectionString)
  pooler = await openTransactionPooler(database.connectionString)
  devnet = await startDevnet({ port: 0, host: '127.0.0.1', dataDir: directory, blockMs: 150 })
  mailbox = await startMailbox(await freePort())
  venues = await openVenues()
  const origin = `http://127.0.0.1:${(venues.address() as AddressInfo).port}`
  const port = await freePort()
  env = {
    NODE_ENV: 'production',
    RATE_LIMITS: 'on',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    TRON_API_URL: devnet.url,
    TRON_USDT_CONTRACT: devnet.info.usdtContract,
    TRON_TEST_GENESIS: devnet.info.genesisId,
    TRON_DEPOSIT_XPUB: accountXpub(newMnemonic()),
    SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
    MAIL_FROM: 'Twofold <no-reply@twofold.example>',
    RATE_SOURCES: `binance@${origin},coinbase@${origin}`,
    USDT_RATE_SOURCES: `coinbase@${origin},bitstamp@${origin}`,
    AUTH_SECRET: randomBytes(32).toString('base64url'),
    OPERATOR_USERNAME: 'chief',
    OPERATOR_PASSWORD: 'a long operator password',
    LOG_LEVEL: 'warn',
    DRAIN_SECONDS: '1.5',
  }
  const ofLedger = { ...ownOf('ledger'), LEDGER_PORT: String(await freePort()) }
  ;[ledger, web, worker] = await Promise.all([
    startProduct({
      env: { ...env, ...ofLedger, PROCESS: 'ledger', METRICS_PORT: String(await freePort()) },
    }),
    startProduct({
      env: { ...env, ...ownOf('web'), PROCESS: 'web', METRICS_PORT: String(await freePort()) },
    }),
    startProduct({
      env: {
        ...env,
        ...ownOf('worker'),
        PROCESS: 'worker',
        METRICS_PORT: String(await freePort()),
      },
    }),
  ])
})
afterAll(async () => {
  await web?.remove()
  await worker?.remove()
  await ledger?.remove()
  venues?.close()
  await mailbox?.stop()
  await devnet?.stop()
  await pooler?.stop()
  await database?.stop()
  await rm(directory, { recursive: true, force: true })
})

async function ask<const M extends string, const U extends string>(
  method: M,
  path: U,
  body?: unknown,
  token?: string,
): Promise<BodyAt<M, `/api/${U}`>> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  return (await fetchAnswer(web.url, method, `/api/${path}`, { body, headers })).body
}

/** A process's exported metrics, by name. */
async function scrape({ env: { METRICS_PORT: port } }: Product): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=/)
  const names = [...(await answer.text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name)
  return names.filter((name) => !/^(process|nodejs)_/.test(name)).toSorted()
}

const listed = (text: string) => [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)

test('exports from every role the metrics that docs/metrics.md lists', async () => {
  const document = await readFile(new URL('../../docs/metrics.md', import.meta.url), 'utf8')
  const [everywhere = '', http = '', leading = ''] = document.split('## In processes that')
  expect(await scrape(worker)).toEqual(listed(everywhere))
  expect(await scrape(web)).toEqual([...listed(everywhere), ...listed(http)].toSorted())
  const ofLedger = [...listed(everywhere), ...listed(leading)].toSorted()
  expect(await scrape(ledger)).toEqual(ofLedger)
})

test.each([
  ['web', () => web],
  ['worker', () => worker],
])('reports health beside the metrics of the %s process', async (_role, process) => {
  const { METRICS_PORT: port } = process().env
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  const health = await ask('/health')
  expect(health.status).toBe(200)
  expect(await health.json()).toMatchObject({ checks: { database: 'ok' } })
  expect((await ask('/health/live')).status).toBe(200)
  expect((await ask('/anything')).status).toBe(404)
})

test.runIf(isLong)('reports a web process as serving only once it accepts requests', async () => {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const ports = { PORT: String(port), METRICS_PORT: String(metricsPort) }
  const starting = startProduct({ env: { ...env, ...ownOf('web'), ...ports, PROCESS: 'web' } })
  onTestFinished(async () => (await starting).remove())
  const isUp = () =>
    fetch(`http://127.0.0.1:${metricsPort}/health/serving`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until('the health check', isUp, { everyMs: 5, deadlineMs: 30_000 })
  expect((await fetch(`http://127.0.0.1:${port}/api/health/serving`)).status).toBe(200)
})

/** The worker's emails arrive at the test's own mailbox. */
async function addMember(username: string): Promise<string> {
  const verificationToken = (email: string): Promise<string> =>
    until(`the email to ${username}`, async () => {
      const found = (await mailbox.messages()).find(({ to }) => to.includes(email))
      return /verify-email\/([\w-]+)/.exec(found?.text ?? '')?.[1]
    })
  return (await signUp({ ask, verificationToken }, { username })).access
}

test('splits requests, emails, and credits between web and worker', async () => {
  expect((await fetch(`${web.url}/api/health/ready`)).status).toBe(200)
  for (const [method, path] of [
    ['GET', 'mailbox'],
    ['GET', 'mailbox/messages'],
    ['POST', 'faucet'],
  ] as const) {
    const response = await fetch(`${web.url}/dev/${path}`, { method })
    expect([path, response.status]).toEqual([path, 404])
  }
  const access = await addMember('prodder')
  const figures = { original_amount: '10', fee_amount: '0.2', crypto_amount: '10.2' }
  const form = { payment_method: 'USDT (TRC20)', cryptocurrency: 'USDT', ...figures }
  await ask('POST', 'transactions/deposit_ustd/', form, access)
  const { wallet_address: address } = await ask(
    'GET',
    'transactions/usdt_wallet_info/',
    undefined,
    access,
  )
  const events = await openEventStream(web.url, access)
  onTestFinished(() => events.close())
  // In the long run, the worker dies without warning while the payment is on its way.
  if (isLong) await worker.kill()
  await fetch(`${devnet.url}/devnet/faucet`, {
    method: 'POST',
    body: JSON.stringify({ address, asset: 'USDT', amount: '10.2' }),
  })
  if (isLong) await worker.start()
  await until(
    'the deposit to be credited',
    async () => (await ask('GET', 'accounts/me/', undefined, access)).wallet_balance === '10.00',
    { deadlineMs: 45_000, everyMs: 250 },
  )
  // A LISTEN through the pooler would miss it.
  await until('the live event', () => events.text().includes('event: wallet\n'))
})

// Every run tests the refusal itself (mistaken-wallet.test.ts). While the other worker runs, this
// one would only wait to take over.
test.runIf(isLong)('refuses a second worker with the key of a deposit address', async () => {
  const key = newPrivateKey()
  const pool = openPool({ connectionString: database.connectionString, name: 'look' })
  onTestFinished(() => pool.end())
  await openKysely(pool)
    .insertInto('deposit_addresses')
    .values({ member_no: 1, address_index: 1, address: addressOfKey(key) })
    .execute()
  const own = { ...ownOf('worker'), PAYOUT_KEY: Buffer.from(key).toString('hex') }
  const start = startProduct({ env: { ...env, ...own, PROCESS: 'worker' } })
  await expect(start.then((second) => second.remove())).rejects.toThrow(
    'The product did not start:\nPAYOUT_KEY is the key of a member’s deposit address.',
  )
})

test('needs no dedicated session from the pooler', () => {
  expect(pooler.sessionStatements()).toEqual([])
})

test('stops each process cleanly, and leaves the ledger consistent', async () => {
  expect(await worker.signal('SIGTERM')).toBe(0)
  expect((await fetch(`${web.url}/api/health/serving`)).status).toBe(200)
  const stopped = web.signal('SIGTERM')
  // Load balancers switch to another process. Requests that still arrive get an answer.
  await until('the drain', async () => {
    const [port, onPort] = [web.env.METRICS_PORT, await fetch(`${web.url}/api/health/serving`)]
    const apart = await fetch(`http://127.0.0.1:${port}/health/serving`)
    return onPort.status === 503 && apart.status === 503
  })
  const answer = await fetch(`${web.url}/api/health/live`)
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  expect(await stopped).toBe(0)
  const pool = openPool({ connectionString: database.connectionString, name: 'check' })
  const { differences } = await checkBook(openKysely(pool), pool).finally(() => pool.end())
  expect(differences.described).toEqual([])
})

test.runIf(isLong)('refuses a database that may lose confirmed commands', async () => {
  const fast = await createTestDatabase()
  onTestFinished(() => fast.close())
  const urls = { DATABASE_URL: fast.urlOfPart('web'), DATABASE_DIRECT_URL: fast.urlOfPart('web') }
  const start = startProduct({ env: { ...env, ...ownOf('web'), ...urls, PROCESS: 'web' } })
  await expect(start).rejects.toThrow(
    'may lose what it confirmed: fsync = off, full_page_writes = off, synchronous_commit = off',
  )
})

// Every run tests the refusal itself (pins.test.ts).
test.runIf(isLong).each(['web', 'worker'])(
  'refuses to start a %s process on another network',
  async (role) => {
    const others = {
      TRON_DEPOSIT_XPUB: accountXpub(newMnemonic()),
      TRON_TEST_GENESIS: '0'.repeat(64),
      TRON_USDT_CONTRACT: addressOfKey(newPrivateKey()),
    }
    const start = startProduct({ env: { ...env, ...others, ...ownOf(role), PROCESS: role } })
    const names = 'TRON_DEPOSIT_XPUB, TRON_TEST_GENESIS, TRON_USDT_CONTRACT'
    await expect(start).rejects.toThrow(`This database was started with another ${names}.`)
  },
)

test.runIf(isLong)(
  'credits and pays nothing in a worker whose nodes are on another network',
  async () => {
    const elsewhere = join(directory, 'elsewhere')
    const other = await startDevnet({
      port: 0,
      host: '127.0.0.1',
      dataDir: elsewhere,
      blockMs: 500,
    })
    onTestFinished(() => other.stop())
    const pool = openPool({ connectionString: database.connectionString, name: 'look' })
    onTestFinished(() => pool.end())
    const db = openKysely(pool)
    expect(await isNetworkWrong(db)).toBe(false)
    const lost = await startProduct({
      env: { ...env, ...ownOf('worker'), TRON_API_URL: other.url, PROCESS: 'worker' },
    })
    onTestFinished(() => lost.remove())
    expect(await isNetworkWrong(db)).toBe(true)
  },
)
