/** The machines that run the product: HAProxy, PgBouncer, and one process each. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { accountXpub, newMnemonic, newPrivateKey } from '../../src/tron/keys/secret-keys.ts'
import { until } from '../support/poll.ts'
import { giveTo, mountsOf, PASSWORD, type Place } from './database-machines.ts'
import { HUB } from './network.ts'
import { makeProgram, type Program } from './program.ts'

/** Each machine's process. The ledger comes first, because the others forward to it. */
export const PRODUCT_MACHINES = {
  ledger1: 'ledger',
  ledger2: 'ledger',
  web1: 'web',
  web2: 'web',
  chain1: 'chain',
  mail1: 'mail',
} as const

/** Second ones, which only run during some faults. */
export const SPARE_MACHINES = { chain2: 'chain', mail2: 'mail' } as const

const MACHINES = { ...PRODUCT_MACHINES, ...SPARE_MACHINES }
export type ProductMachineName = keyof typeof MACHINES

/** The database role of each process, as in docs/operations-reference.md. */
const ROLES = { ledger: 'ledger', web: 'web', chain: 'worker', mail: 'mail' } as const

/** All roles except the owner. */
export const DATABASE_ROLES = [...new Set(Object.values(ROLES))]

export type ProductMachine = {
  readonly name: ProductMachineName
  readonly role: string
  readonly url: string
  readonly proxy: Program
  readonly pooler: Program
  readonly product: Program
  /** The checkout for the next start. */
  useVersion(folder: string): void
  /** Variables to change from the next start. */
  change(variables: Record<string, string>): void
  /** Gives the roles new passwords: in PgBouncer right away, in the process at its next start. */
  changePassword(password: string): void
}

const WEB_PORT = 3000
const METRICS_PORT = 9464
export const LEDGER_PORT = 7070
/** This checkout. */
export const thisVersion = fileURLToPath(new URL('../../', import.meta.url))

/** Whether the processes of a checkout need the owner's URL: those before decision 164. */
export const needsOwner = (version: string): boolean =>
  !existsSync(join(version, 'src/server/startup/check-database.ts'))

export type Surroundings = {
  readonly usdtContract: string
  readonly devnetPort: number
  readonly smtpPort: number
}

const POOLED = 6432
export const DIRECT = 5000

type Account = { readonly role: string; readonly password: string }

const urlFor = ({ role, password }: Account, port: number, database = 'twofold'): string =>
  `postgresql://twofold_${role}:${password}@127.0.0.1:${port}/${database}`

export const urlOf = (role: string, port: number, database?: string): string =>
  urlFor({ role, password: PASSWORD }, port, database)

/** Each server separately, whichever is the primary. */
const readUrls = (account: Account): string =>
  ['twofold_db1', 'twofold_db2', 'twofold_db3']
    .map((name) => urlFor(account, POOLED, name))
    .join(',')

/**
 * Settings that all processes share. They are development settings, because the load may exceed
 * every limit.
 */
export function sharedVariables({ usdtContract, devnetPort, smtpPort }: Surroundings) {
  return {
    PATH: process.env.PATH ?? '',
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
    DRAIN_SECONDS: '2',
    TRUSTED_PROXIES: '1',
    PORT: String(WEB_PORT),
    METRICS_PORT: String(METRICS_PORT),
    HOST: '0.0.0.0',
    METRICS_HOST: '0.0.0.0',
    LEDGER_HOST: '0.0.0.0',
    LEDGER_PORT: String(LEDGER_PORT),
    LOG_LEVEL: 'info',
  }
}

/** Settings of the process that follows the chain, and certificates of the other roles. */
export type OwnKeys = {
  readonly payoutKey: string
  readonly logKey: string
  readonly ledger: Record<string, string>
  readonly web: Record<string, string>
}

/** The part of a process's environment that depends on what it does. */
function roleVariables(
  name: ProductMachineName,
  { payoutKey, logKey, ledger, web }: OwnKeys,
  password: string,
): Record<string, string> {
  const role = MACHINES[name]
  const account = { role: ROLES[role], password }
  // The ledger needs dedicated sessions. The others share sessions, and bypass the pooler for what
  // they can't share.
  const pooled = {
    DATABASE_URL: urlFor(account, POOLED),
    DATABASE_DIRECT_URL: urlFor(account, DIRECT),
  }
  switch (role) {
    case 'ledger':
      return { ...ledger, DATABASE_URL: urlFor(account, DIRECT), LEDGER_NAME: name }
    case 'web':
      return { ...pooled, ...web, DATABASE_READ_URL: readUrls(account) }
    case 'chain':
      return { ...pooled, PAYOUT_KEY: payoutKey, LOG_KEY: logKey }
    case 'mail':
      return pooled
  }
}

export function makeProductMachine(
  place: Place,
  name: ProductMachineName,
  shared: Record<string, string>,
  keys: OwnKeys,
): ProductMachine {
  const { root, folder, machines } = place
  const role = MACHINES[name]
  const users = join(folder, name, 'users')
  mkdirSync(users, { recursive: true })
  writeUsers(users, PASSWORD)
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
  let version = thisVersion
  let password = PASSWORD
  let changed: Record<string, string> = {}
  const pooler = makeProgram({
    ...base,
    name: `PgBouncer of ${name}`,
    logFile: log('pgbouncer'),
    env: path,
    command: ['pgbouncer', '/etc/twofold/ha/pgbouncer.ini'],
  })
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
    pooler,
    product: makeProgram({
      name,
      machine: name,
      logFile: log('product'),
      cwd: dataDir,
      env: () => ({
        ...shared,
        PROCESS: role,
        DATA_DIR: dataDir,
        PUBLIC_URL: `http://${address}:${WEB_PORT}`,
        ...roleVariables(name, keys, password),
        ...(needsOwner(version) && { DATABASE_OWNER_URL: urlOf('owner', DIRECT) }),
        ...changed,
      }),
      command: () => [
        'env',
        `NODE_COMPILE_CACHE=${join(version, 'node_modules/.cache/node')}`,
        process.execPath,
        join(version, 'src/server/app/main.ts'),
      ],
    }),
    useVersion: (checkout) => void (version = checkout),
    change: (variables) => void (changed = { ...changed, ...variables }),
    changePassword(next) {
      password = next
      writeUsers(users, next)
      pooler.signal('SIGHUP')
    },
  }
}

/** The file that PgBouncer signs in by. */
function writeUsers(folder: string, password: string): void {
  const lines = DATABASE_ROLES.map((role) => `"twofold_${role}" "${password}"\n`)
  writeFileSync(join(folder, 'users.txt'), lines.join(''))
}

export const newPayoutKey = (): string => Buffer.from(newPrivateKey()).toString('hex')

export async function untilReady({ product }: ProductMachine): Promise<void> {
  const isOver = (): boolean => !product.isRunning() || /Ready in \d+ ms/.test(product.output())
  await until(`${product.name} to be ready`, isOver, { deadlineMs: 120_000, everyMs: 100 })
  if (!product.isRunning()) {
    throw new Error(`${product.name} ended:\n${product.output().slice(-3_000)}`)
  }
}
