import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../src/db/embedded/embedded.ts'
import { startDevnet } from '../src/devnet/devnet.ts'
import { startMailbox } from '../src/server/email/mailbox.ts'
import { accountXpub, newMnemonic, newPrivateKey } from '../src/tron/keys/secret-keys.ts'
import { until } from '../tests/support/poll.ts'
import { freePort } from '../tests/support/ports.ts'

/** An image's own settings for running it. */
export type Image = { files: string; env: string[]; command: string[]; user: string }

type Running = { child: ChildProcess; output: () => string; metricsPort: string }

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/**
 * A shell script that runs a command in an image, with the image's user, a read-only root, and /tmp
 * in memory.
 */
function inImage(image: Image, variables: Record<string, string>, command: string[]): string {
  const { files, env, user } = image
  const { MOUNTS = '', ...others } = variables
  const binds = MOUNTS.split(',').filter((each) => each !== '')
  const assigned = [...env, ...Object.entries(others).map(([name, value]) => `${name}=${value}`)]
  return [
    'set -e',
    'mount --make-rprivate /',
    `mount --bind ${files} ${files} && mount -o remount,bind,ro ${files}`,
    `mount -t tmpfs -o mode=1777 tmpfs ${files}/tmp`,
    `mount --bind /proc ${files}/proc && mount --bind /dev ${files}/dev`,
    ...binds.map((bind) => {
      const [from = '', to = ''] = bind.split(':')
      return `mkdir -p ${files}${to}; mount --bind ${from} ${files}${to}`
    }),
    `exec chroot --userspec=${user} ${files} /usr/bin/env -i -C /app ` +
      [...assigned, ...command].map(quote).join(' '),
  ].join('\n')
}

const unshared = ['--mount', 'sh', '-c']

async function start(image: Image, variables: Record<string, string>): Promise<Running> {
  const metricsPort = String(await freePort())
  const script = inImage(image, { ...variables, METRICS_PORT: metricsPort }, image.command)
  const child = spawn('unshare', [...unshared, script], { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
  }
  const running = { child, output: () => text, metricsPort }
  const isOver = (): boolean => child.exitCode !== null || /Ready in \d+ ms/.test(text)
  await until('the image to be ready', isOver, { deadlineMs: 120_000 })
  if (child.exitCode !== null) throw new Error(`the image did not start:\n${text}`)
  return running
}

async function stop({ child, output }: Running): Promise<void> {
  if (child.exitCode !== null) return
  const over = once(child, 'exit')
  child.kill('SIGTERM')
  await over
  if (child.exitCode !== 0) throw new Error(`the image did not stop well:\n${output()}`)
}

function expect(what: string, isTrue: boolean): void {
  process.stdout.write(`${isTrue ? '✓' : '✗'} ${what}\n`)
  if (!isTrue) throw new Error(what)
}

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status

/** Runs a command in the image next to the product, and returns its exit code. */
function exitCode(image: Image, variables: Record<string, string>, command: string[]): number {
  const script = inImage(image, variables, command)
  return spawnSync('unshare', [...unshared, script]).status ?? -1
}

function checkSurroundings(image: Image): void {
  const shell = (text: string): number => exitCode(image, {}, ['sh', '-c', text])
  expect('it runs as user 10001', shell('test "$(id -u)" = 10001') === 0)
  expect('its root is read-only', shell('touch /app/anything') !== 0)
  expect('its /tmp is writable', shell('touch /tmp/anything') === 0)
  expect('it has no npm', shell('command -v npm') !== 0)
}

/** Everything in one process, with its own database and network. */
async function checkDemo(image: Image): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'twofold-demo-'))
  spawnSync('chown', ['10001:10001', data])
  const port = String(await freePort())
  const ports = { DEVNET_PORT: String(await freePort()), SMTP_PORT: String(await freePort()) }
  const variables = { ...ports, PORT: port, MOUNTS: `${data}:/tmp/data`, DATA_DIR: '/tmp/data' }
  const demo = await start(image, variables)
  try {
    const url = `http://127.0.0.1:${port}`
    expect('demo: the API answers', (await statusOf(`${url}/api/health/ready`)) === 200)
    expect('demo: the web app answers', (await statusOf(url)) === 200)
    expect('demo: the mailbox answers', (await statusOf(`${url}/dev/mailbox`)) === 200)
    await stop(demo)
    expect('demo: SIGTERM ends it with 0', demo.child.exitCode === 0)
  } finally {
    demo.child.kill('SIGKILL')
    rmSync(data, { recursive: true, force: true })
  }
}

/** Two venues that agree on $0.25 for TRX and on a dollar for USDT. */
async function openVenues() {
  const server = createServer(({ url = '' }, response) => {
    const amount = /usdt-?usd/i.test(url) ? '1' : '0.25'
    const timestamp = String(Math.floor(Date.now() / 1000))
    response.end(JSON.stringify({ data: { amount }, price: amount, last: amount, timestamp }))
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() }
}

/** `web` and `worker` of the production image, on services outside it, with secrets as files. */
async function checkProduction(image: Image): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'twofold-image-services-'))
  chmodSync(folder, 0o755)
  // In a directory this deep, the database puts its socket elsewhere, where the image can see it.
  const database = await startEmbedded({ dataDir: join(folder, 'd'.repeat(80)) })
  const devnet = await startDevnet({ port: 0, host: '127.0.0.1', dataDir: folder, blockMs: 500 })
  const mailbox = await startMailbox(await freePort())
  const venues = await openVenues()
  const started: Running[] = []
  try {
    const socket = new URL(database.connectionString).searchParams.get('host') ?? ''
    chmodSync(socket, 0o711)
    const url = new URL(database.connectionString)
    url.searchParams.set('host', '/tmp/database')
    const secrets = join(folder, 'secrets')
    mkdirSync(secrets)
    const write = (name: string, value: string) => writeFileSync(join(secrets, name), `${value}\n`)
    write('database_url', url.href)
    write('auth_secret', randomBytes(32).toString('base64url'))
    write('ledger_secret_web', randomBytes(32).toString('base64url'))
    write('ledger_secret_chain', randomBytes(32).toString('base64url'))
    write('xpub', accountXpub(newMnemonic()))
    write('payout_key', Buffer.from(newPrivateKey()).toString('hex'))
    write('log_key', Buffer.from(newPrivateKey()).toString('hex'))
    const port = String(await freePort())
    const variables = {
      MOUNTS: `${socket}:/tmp/database,${secrets}:/tmp/secrets`,
      PORT: port,
      PUBLIC_URL: `http://localhost:${port}`,
      DATABASE_URL_FILE: '/tmp/secrets/database_url',
      AUTH_SECRET_FILE: '/tmp/secrets/auth_secret',
      LEDGER_SECRET_WEB_FILE: '/tmp/secrets/ledger_secret_web',
      LEDGER_SECRET_CHAIN_FILE: '/tmp/secrets/ledger_secret_chain',
      TRON_DEPOSIT_XPUB_FILE: '/tmp/secrets/xpub',
      PAYOUT_KEY_FILE: '/tmp/secrets/payout_key',
      LOG_KEY_FILE: '/tmp/secrets/log_key',
      TRON_API_URL: devnet.url,
      TRON_USDT_CONTRACT: devnet.info.usdtContract,
      TRON_TEST_GENESIS: devnet.info.genesisId,
      SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
      MAIL_FROM: 'Twofold <no-reply@twofold.example>',
      RATE_SOURCES: `binance@${venues.origin},coinbase@${venues.origin}`,
      USDT_RATE_SOURCES: `coinbase@${venues.origin},bitstamp@${venues.origin}`,
    }
    for (const PROCESS of ['web', 'worker']) {
      started.push(await start(image, { ...variables, PROCESS }))
    }
    const ready = `http://127.0.0.1:${port}/api/health/ready`
    expect('web: the API answers', (await statusOf(ready)) === 200)
    expect('web: the web app answers', (await statusOf(`http://127.0.0.1:${port}/`)) === 200)
    for (const { metricsPort } of started) {
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      const [, role] = /role="(\w+)"/.exec(metrics) ?? []
      expect(`${role}: the database is up in its metrics`, metrics.includes('\ndatabase_up 1\n'))
      const health = ['node', '/app/health-check.ts']
      const code = exitCode(image, { METRICS_PORT: metricsPort }, health)
      expect(`${role}: the health check passes`, code === 0)
    }
    for (const running of started) await stop(running)
    const last = { METRICS_PORT: started[0]?.metricsPort ?? '' }
    const code = exitCode(image, last, ['node', '/app/health-check.ts'])
    expect('the health check of a process that is gone fails', code === 1)
  } finally {
    for (const { child } of started) child.kill('SIGKILL')
    venues.close()
    await mailbox.stop()
    await devnet.stop()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function checkImages(production: Image, demo: Image): Promise<void> {
  checkSurroundings(production)
  await checkProduction(production)
  await checkDemo(demo)
}
