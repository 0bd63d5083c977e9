/** The machines that run the product: HAProxy, PgBouncer, and one process each. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { accountXpub, newMnemonic, newPrivateKey } from '../../src/tron/keys/secret-keys.ts'
import { until } from '../support/poll.ts'
import { giveTo, mountsOf, PASSWORD, type Place } from './database-machines.ts'
import { HUB } from './network.ts'
import { makeProgram, type Program } from './program.ts'

/** Each machine's process. Two of each where a second one takes over. */
export const PRODUCT_MACHINES = {
  web1: 'web',
  web2: 'web',
  worker1: 'worker',
  worker2: 'worker',
} as const
export type ProductMachineName = keyof typeof PRODUCT_MACHINES

/** The database role of each process, besides the owner. */
export const DATABASE_ROLES = ['web', 'worker'] as const

export type ProductMachine = {
  readonly name: ProductMachineName
  readonly role: string
  readonly url: string
  readonly proxy: Program
  readonly pooler: Program
  readonly product: Program
}

const WEB_PORT = 3000
const METRICS_PORT = 9464
const main = fileURLToPath(new URL('../../src/server/app/main.ts', import.meta.url))
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url))

export type Surroundings = {
  readonly usdtContract: string
  readonly devnetPort: number
  readonly smtpPort: number
}

const urlOf = (role: string, port: number, database = 'twofold'): string =>
  `postgresql://twofold_${role}:${PASSWORD}@127.0.0.1:${port}/${database}`

/** Each server on its own, whichever is the primary. */
const readUrls = (role: string): string =>
  ['twofold_db1', 'twofold_db2', 'twofold_db3'].map((name) => urlOf(role, 6432, name)).join(',')

/** What all processes have in common. Development settings: the load may exceed every limit. */
export function sharedVariables({ usdtContract, devnetPort, smtpPort }: Surroundings) {
  return {
    PATH: process.env.PATH ?? '',
    NODE_COMPILE_CACHE: compileCache,
    DATABASE_OWNER_URL: urlOf('owner', 5000),
    TRON_API_URL: `http://${HUB}:${devnetPort}`,
    TRON_USDT_CONTRACT: usdtContract,
    TRON_DEPOSIT_XPUB: accountXpub(newMnemonic()),
    TRON_REQUESTS_PER_SECOND: '1000',
    SMTP_URL: `smtp://${HUB}:${smtpPort}`,
    AUTH_SECRET: Buffer.from(newPrivateKey()).toString('hex'),
    OPERATOR_USERNAME: 'operator',
    OPERATOR_PASSWORD: PASSWORD,
    RATE_LIMITS: 'off',
    AUTH_COST: 'low',
    PORT: String(WEB_PORT),
    METRICS_PORT: String(METRICS_PORT),
    HOST: '0.0.0.0',
    METRICS_HOST: '0.0.0.0',
    LOG_LEVEL: 'info',
  }
}

export function makeProductMachine(
  place: Place,
  name: ProductMachineName,
  shared: Record<string, string>,
  payoutKey: string,
): ProductMachine {
  const { root, folder, machines } = place
  const role = PRODUCT_MACHINES[name]
  const users = join(folder, name, 'users')
  mkdirSync(users, { recursive: true })
  const lines = DATABASE_ROLES.map((each) => `"twofold_${each}" "${PASSWORD}"\n`)
  writeFileSync(join(users, 'users.txt'), lines.join(''))
  const mounts = [
    ...mountsOf(place, name, ['/run', '/tmp']),
    [users, '/etc/twofold/pgbouncer'],
  ] as const
  giveTo(root, 'postgres', join(folder, name))
  const base = { machine: name, root: { path: root, user: 'postgres:postgres', mounts } }
  const log = (what: string): string => join(folder, 'log', `${name}-${what}.log`)
  const path = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }
  const dataDir = join(folder, name, 'data')
  mkdirSync(dataDir, { recursive: true })
  const address = machines.get(name)?.address ?? ''
  return {
    name,
    role,
    url: `http://${address}:${WEB_PORT}`,
    proxy: makeProgram({
      ...base,
      name: `HAProxy of ${name}`,
      logFile: log('haproxy'),
      env: path,
      command: ['haproxy', '-db', '-f', '/etc/twofold/ha/haproxy.cfg'],
    }),
    pooler: makeProgram({
      ...base,
      name: `PgBouncer of ${name}`,
      logFile: log('pgbouncer'),
      env: path,
      command: ['pgbouncer', '/etc/twofold/ha/pgbouncer.ini'],
    }),
    product: makeProgram({
      name,
      machine: name,
      logFile: log('product'),
      cwd: dataDir,
      env: {
        ...shared,
        PROCESS: role,
        DATA_DIR: dataDir,
        PUBLIC_URL: `http://${address}:${WEB_PORT}`,
        DATABASE_URL: urlOf(role, 5000),
        ...(role === 'web' && { DATABASE_READ_URL: readUrls(role) }),
        ...(role === 'worker' && { PAYOUT_KEY: payoutKey }),
      },
      command: [process.execPath, main],
    }),
  }
}

export const newPayoutKey = (): string => Buffer.from(newPrivateKey()).toString('hex')

export async function untilReady({ product }: ProductMachine): Promise<void> {
  const isOver = (): boolean => !product.isRunning() || /Ready in \d+ ms/.test(product.output())
  await until(`${product.name} to be ready`, isOver, { deadlineMs: 120_000, everyMs: 100 })
  if (!product.isRunning()) {
    throw new Error(`${product.name} ended:\n${product.output().slice(-3_000)}`)
  }
}
