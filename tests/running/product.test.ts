import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../support/poll.ts'
import { freePort } from '../support/ports.ts'
import { startProduct, type Product } from '../support/product.ts'
import { runProgram } from '../support/run-program.ts'
import { scratchDirectory } from '../support/run-directory.ts'
import { isLong } from '../support/scale.ts'
import { clientOf, emailOf, password, signUp } from '../support/sign-up.ts'
import { openCollector, type Collector } from './trace-collector.ts'

// One product serves the whole file, and each test leaves it running, because a start costs
// seconds.
let product: Product
let collector: Collector
let compiled: string
beforeAll(async () => {
  collector = await openCollector()
  compiled = await mkdtemp(join(await scratchDirectory(), 'compiled-'))
  const METRICS_PORT = String(await freePort())
  const OTEL_EXPORTER_OTLP_ENDPOINT = collector.url
  // Compiling everything takes as long as the rest of a start.
  const cache = isLong ? { NODE_COMPILE_CACHE: compiled } : {}
  const env = { METRICS_PORT, OTEL_EXPORTER_OTLP_ENDPOINT, ...cache }
  // The cluster that others copy was created in the same way.
  product = await startProduct({ env, makesCluster: isLong })
})
afterAll(async () => {
  await product.remove()
  await collector.stop()
  await rm(compiled, { recursive: true })
})

const isReady = async (): Promise<boolean> => {
  const answer = await fetch(`${product.url}/api/health/ready`)
  return answer.status === 200
}

/** The embedded server's process, according to its own file; null if it has stopped. */
async function databasePid(): Promise<number | null> {
  const path = join(product.dataDir, 'postgres/postmaster.pid')
  const text = await readFile(path, 'utf8').catch(() => null)
  return text === null ? null : Number(text.split('\n')[0])
}

test.runIf(isLong)(
  'saves what Node compiled before it can be killed, for the next start',
  async () => {
    const files = await readdir(compiled, { recursive: true, withFileTypes: true })
    expect(files.filter((file) => file.isFile()).length).toBeGreaterThan(500)
  },
)

test('exports all metrics from a process that runs everything', async () => {
  const answer = await fetch(`http://127.0.0.1:${product.env.METRICS_PORT}/metrics`)
  const text = await answer.text()
  expect(text).toMatch(/^build_info\{version="[\d.]+",node="v\d+[\d.]+",role="all"\} 1$/m)
  expect(text).toMatch(/^database_up 1$/m)
  expect(text).toMatch(/^http_errors_total 0$/m)
  expect(text).toMatch(/^ledger_seq [1-9]\d*$/m)
})

test('traces emails, calls to nodes, and commands, without personal data', async () => {
  const username = 'annabella'
  const { access, refresh } = await signUp(clientOf(product), { username })
  const names = ['email', 'node /wallet', 'command register', 'ledger batch']
  await until('a span of each kind', () =>
    names.every((name) => collector.spans.some((span) => span.name.startsWith(name))),
  )
  const sent = collector.sent()
  const secrets = [username, emailOf(username), password, access, refresh]
  expect(secrets.filter((secret) => sent.includes(secret))).toEqual([])
  expect(sent).not.toMatch(/\beyJ|T[1-9A-HJ-NP-Za-km-z]{33}\b|[\w.]+@[\w-]+\./)
})

test('stops on a signal, and finds its data at the next start', async () => {
  const secrets = await readFile(join(product.dataDir, 'secrets.json'), 'utf8')
  expect(await product.signal('SIGTERM')).toBe(0)
  expect(await databasePid()).toBeNull()
  await expect(fetch(product.devnetUrl)).rejects.toThrow('fetch failed')
  await product.start()
  expect(product.output()).toContain('(started)')
  expect(await readFile(join(product.dataDir, 'secrets.json'), 'utf8')).toBe(secrets)
  expect(await isReady()).toBe(true)
  const metrics = await fetch(`http://127.0.0.1:${product.env.METRICS_PORT}/metrics`)
  expect(await metrics.text()).toMatch(/^ledger_snapshots_total\{result="loaded"\} 1$/m)
})

test.runIf(isLong)('refuses a second instance on the same data directory', async () => {
  const second = startProduct({ dataDir: product.dataDir })
  await expect(second).rejects.toThrow(`is in use by process ${product.pid()}`)
  // A start that finds its port in use creates nothing: no database, no ledger.
  const dataDir = await mkdtemp(join(await scratchDirectory(), 'portless-'))
  const { PORT = '' } = product.env
  const third = startProduct({ dataDir, env: { PORT } })
  await expect(third).rejects.toThrow(`Port ${PORT} is taken by another program`)
  expect(await readdir(dataDir)).not.toContain('postgres')
  await rm(dataDir, { recursive: true })
  expect(await isReady()).toBe(true)
})

/** `npm run operator -- add`, as another process on the same data directory. */
async function addOperator(username: string): Promise<string> {
  const args = ['add', username, 'support']
  const { stdout } = await runProgram('cli/operator.ts', {
    args,
    env: product.env,
    cwd: product.dataDir,
  })
  return stdout
}

test.runIf(isLong)('runs commands with or without a running product', async () => {
  expect(await addOperator('first')).toContain('first (support) signs in')
  expect(await isReady()).toBe(true)
  expect(await product.signal('SIGINT')).toBe(0)
  expect(await addOperator('second')).toContain('second (support) signs in')
  expect(await databasePid()).toBeNull()
  await product.start()
})

test.runIf(isLong)('refuses a second instance only because of a port in use', async () => {
  const taken = startProduct({ env: { PORT: new URL(product.url).port } })
  await expect(taken).rejects.toThrow('set PORT to a free one')
  expect(await isReady()).toBe(true)
})

test.runIf(isLong)('adopts the running database after a SIGKILL', async () => {
  const left = await databasePid()
  await product.kill()
  expect(await databasePid()).toBe(left)
  await product.start()
  expect(product.output()).toContain('(adopted)')
  expect(await isReady()).toBe(true)
})

test.runIf(isLong)('restarts a killed database under the running product', async () => {
  const killed = await databasePid()
  process.kill(killed ?? 0, 'SIGKILL')
  await until('a new database process', async () => {
    const pid = await databasePid()
    return pid !== null && pid !== killed
  })
  expect(await until('the product to be ready again', isReady)).toBe(true)
})

test.runIf(isLong)('recovers everything after product and database are killed', async () => {
  const pid = await databasePid()
  process.kill(pid ?? 0, 'SIGKILL')
  await product.kill()
  await product.start()
  expect(await isReady()).toBe(true)
})

test.runIf(isLong)('names the missing settings in production', async () => {
  const production = startProduct({ env: { NODE_ENV: 'production', RATE_LIMITS: 'on' } })
  await expect(production).rejects.toThrow('Not set: PUBLIC_URL, DATABASE_URL')
})

test('protects the data directory from other users', async () => {
  const names = await readdir(product.dataDir)
  const known = ['devnet', 'last-checkpoint', 'postgres', 'secrets.json', 'snapshots']
  // The first checkpoint is signed a few seconds after a start, and may be on its way to the disk.
  const found = names.filter((name) => name !== 'last-checkpoint.new')
  expect(new Set([...found, 'last-checkpoint'])).toEqual(new Set(known))
})
