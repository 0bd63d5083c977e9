import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import type { Address } from '../../tron/encoding/address.ts'
import { isMainGateway, mainnet } from '../../tron/encoding/networks.ts'
import type { Brand } from '../brand/brand.ts'
import { brandSettings } from './brand-settings.ts'
import { environment, neededInProduction, secretNames, type Environment } from './environment.ts'
import {
  findOpenLedger,
  findOtherSecret,
  ledgerSettings,
  mayHoldSecret,
  missingLedgerSecrets,
  type LedgerSettings,
} from './ledger-settings.ts'
import { logsPublicly, mayHoldPayoutKey, roles, type RoleName } from './roles.ts'
import { readSecretFiles } from './secret-files.ts'
import { developmentSecrets } from './secrets.ts'
import { keysOfNodes } from './tron-api-keys.ts'
import { traceSettings } from './trace-settings.ts'
import { findWeakSettings } from './weak-settings.ts'

export type Config = LedgerSettings & {
  production: boolean
  /** Which part of the product this process runs. */
  part: RoleName
  port: number
  host: string
  /** Without a trailing slash. Links in emails start with it, never with a request's Host. */
  publicUrl: string
  dataDir: string
  /** Null: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null
  /** The same database without the pooler in between; null if there is none. */
  databaseDirectUrl: string | null
  /**
   * The schema owner, who migrates the database at startup; null if `npm run migrate` does, or if
   * the server's own role owns it.
   */
  databaseOwnerUrl: string | null
  /** Replicas. Empty: reads use `databaseUrl`. */
  databaseReadUrls: readonly string[]
  databaseConnections: number
  /** Null: the devnet on `devnetPort`. */
  tronApiUrls: string[] | null
  tronApiKey: string | null
  /** Null only with the devnet, which has its own. */
  usdtContract: Address | null
  /** Block 0 of your own test network, whose coins are worthless. */
  testGenesisId: string | null
  /** The pins of the database that this start may change. */
  rotatePins: string[]
  /** The most requests per second to each external node. */
  tronRequestsPerSecond: number
  /** A provider's daily quota; null if there is none. */
  tronDailyRequests: number | null
  /** Blocks that an operator verified elsewhere. We don't check their transaction root. */
  tronAcceptedBlocks: readonly string[]
  confirmations: number
  depositXpub: string
  /** 64 hex digits; null in the web process, which never gets it, and with an offline signer. */
  payoutKey: string | null
  /** Signs the public log: 64 hex digits; null in processes that don't write the log. */
  logKey: string | null
  /** The previous key, which also signs for a time. */
  logKeyBefore: string | null
  /** How often the public log signs new entries. */
  logEveryMs: number
  /** The witnesses to whom we send each checkpoint, and their URLs. */
  witnesses: NonNullable<Environment['WITNESSES']>
  /**
   * The key of the wallet that pays for each day's anchor: 64 hex digits; null if nothing is
   * anchored.
   */
  anchorKey: string | null
  /** The address to which the anchor transaction sends the smallest amount. */
  anchorTo: Address | null
  /** Wallets whose coins back what we owe. */
  reserveWallets: readonly Address[]
  /** Who may see the sample of deposit addresses that a block draws each day. */
  reserveSample: 'auditor' | 'public'
  /** The contract that reads many balances in one call; null to read addresses one by one. */
  balanceReader: Address | null
  /** Addresses per call, calls per second to each node, and how often we compare them all. */
  reconcileBatch: number
  reconcileCallsPerSecond: number
  reconcilePassMs: number
  /** The house key's file for the payout export command; null for the default. */
  exportKeyFile: string | null
  devnetPort: number
  devnetBlockMs: number
  /** Null: the SMTP sink on `smtpPort`, with its mailbox under /dev. */
  smtpUrl: string | null
  smtpPort: number
  emailFrom: string
  brand: Brand
  supportEmail: string
  /** Links to messaging channels. We don't show empty ones. */
  supportTelegram: string
  supportWhatsapp: string
  /** Null: the fixed `devTrxRate`. */
  rateSources: string[] | null
  /** Null: all known USDT venues, through the mirrors in `rateSources`. */
  usdtRateSources: string[] | null
  /** USD per TRX, as the configured decimal text. */
  devTrxRate: string
  /** The same per USDT. */
  devUsdtRate: string
  authSecret: string
  /** The previous `authSecret`. Startup reseals the seeds that it sealed. */
  authSecretBefore: string | null
  operator: { username: string; password: string } | null
  /** An unused staff session ends after this long. */
  operatorIdleMinutes: number
  /** How long a step-up counts for changes to money and rights. */
  operatorStepUpMinutes: number
  /** Where we email alerts. */
  alertEmail: string
  /** The most that one deposit request in TRX may be for, because it locks the rate. */
  trxDepositLimitMicros: bigint
  approvalLimitMicros: bigint
  approvalDayLimitMicros: bigint
  /** What one operator may adjust alone in 24 hours, per member and in total. More takes two. */
  adjustmentLimitMicros: bigint
  adjustmentDayLimitMicros: bigint
  withdrawalHoldMs: number
  /** Whether members may request payouts in USDT. */
  usdtPayouts: boolean
  /** The most that a USDT transfer may burn. */
  feeCeilingSun: bigint
  /** Raises an alert when the hot wallet holds more than this. */
  floatLimitMicros: bigint
  rateLimits: boolean
  /** The cost of password hashes and evenly timed registrations; `low` for automated tests only. */
  authCost: 'full' | 'low'
  /** Whether to serve the members' API reference. Operators have theirs in the console. */
  apiDocs: boolean
  /** How long we still answer after a stop signal. */
  drainMs: number
  /** The most event streams of this process. */
  maxStreams: number
  /** How many proxies in front of us we trust for X-Forwarded-For. */
  trustedProxies: number
  /** Null: in development, /metrics on the main port for loopback only; in production, none. */
  metricsPort: number | null
  /** The address that `metricsPort` listens on. */
  metricsHost: string
  /** By default, a development start prints no line per request. */
  logLevel: string
  /** Where to send traces; null if nowhere. */
  traces: ReturnType<typeof traceSettings>
}

/** For dedicated sessions: locks, LISTEN, and everything else that a pooler would break. */
export const directUrlOf = ({
  databaseDirectUrl,
  databaseUrl,
}: Pick<Config, 'databaseDirectUrl' | 'databaseUrl'>): string =>
  databaseDirectUrl ?? databaseUrl ?? ''

/** The settings conflict, or one is missing. Nothing starts. */
export class BadConfig extends Error {}

/**
 * Reads the variables, and a `.env` file in the working folder, which never overrides a variable.
 * Development has a default for anything missing and creates secrets once in `dataDir`. Throws
 * BadConfig, which names every faulty variable and never repeats a value.
 */
export const readConfig = (): Promise<Config> => configOf(readVariables())

export function readVariables(): NodeJS.ProcessEnv {
  if (existsSync('.env')) loadEnvFile('.env')
  return process.env
}

/**
 * The pgBackRest settings in the environment, such as the passphrase of an encrypted repository.
 * The restore command of a restored server needs them.
 */
export function backRestVariables(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const own = Object.entries(env).filter(([name]) => name.startsWith('PGBACKREST_'))
  return Object.fromEntries(own.map(([name, value]) => [name, value ?? '']))
}

/** The same for given variables. */
export async function configOf(variables: Record<string, string | undefined>): Promise<Config> {
  const set = withoutEmpty(variables)
  // A process that signs nothing doesn't even open the file, because its user may lack the right.
  const signs = mayHoldPayoutKey(set.PROCESS)
  const names = secretNames.filter(
    (name) =>
      (name !== 'PAYOUT_KEY' || signs) &&
      (!/^(LOG|ANCHOR)_KEY/.test(name) || logsPublicly(set.PROCESS)) &&
      mayHoldSecret(name, set.PROCESS),
  )
  const secrets = await readSecretFiles(set, names)
  const parsed = environment.safeParse({ ...set, ...secrets.values })
  if (!parsed.success || secrets.faults.length > 0) {
    throw explainIssues(parsed.error, secrets.faults)
  }
  refuseMissing(parsed.data)
  return complete(parsed.data)
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string }

/** Names every faulty variable, and never repeats a value. */
export function explainIssues(
  error: { readonly issues: readonly Issue[] } | undefined,
  faults: readonly string[],
): BadConfig {
  const issues = error?.issues ?? []
  const lines = issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  return new BadConfig(`The settings cannot be used:\n${[...faults, ...lines].join('\n')}`)
}

/** An empty variable counts as not set, as in a copied `.env.example`. */
export function withoutEmpty(
  variables: Record<string, string | undefined>,
): Record<string, string> {
  const entries = Object.entries(variables).filter(([, value]) => value?.trim())
  return Object.fromEntries(entries.map(([name, value]) => [name, value?.trim() ?? '']))
}

/** An intruder in an internet-facing process must not find the payout key there. */
function refuseKeyBesideWeb({ PROCESS: part, PAYOUT_KEY: key }: Environment): void {
  if (!roles[part].serves || !roles[part].signs) return
  if (key === undefined || key === 'offline') return
  throw new BadConfig(
    'PAYOUT_KEY is not for a process that faces the internet. ' +
      'Run PROCESS=web, PROCESS=ledger, and PROCESS=worker apart, ' +
      'or sign payouts elsewhere (PAYOUT_KEY=offline).',
  )
}

/** Without NODE_ENV=production, nobody needs a second factor and /dev is open. */
function refuseMainNetwork({ TRON_API_URL: urls, TRON_USDT_CONTRACT: contract }: Environment) {
  if (contract !== mainnet.usdtContract && !urls?.some(isMainGateway)) return
  throw new BadConfig(
    'TRON_API_URL or TRON_USDT_CONTRACT is of the main network: NODE_ENV=production is not set.',
  )
}

function refuseWeak(env: Environment): void {
  const faults = findWeakSettings(env)
  if (faults.length === 0) return
  throw new BadConfig(`These settings are not for production:\n${faults.join('\n')}`)
}

/** If the lists of keys and nodes differ in length, a key would go to the wrong node. */
function refuseUnevenKeys({ TRON_API_URL: urls, TRON_API_KEY: keys }: Environment): void {
  if (keysOfNodes(urls ?? [], urls ? (keys ?? null) : null) !== null) return
  throw new BadConfig(
    'TRON_API_KEY must hold one key, or as many as TRON_API_URL has nodes, in the same order.',
  )
}

function refuseMissing(env: Environment): void {
  const missing: string[] = []
  refuseUnevenKeys(env)
  const open = findOpenLedger(env)
  if (open !== null) throw new BadConfig(open)
  if (env.NODE_ENV === 'production') {
    missing.push(...neededInProduction.filter((name) => env[name] === undefined))
    if (env.MAIL_FROM === undefined && env.BRAND === undefined) missing.push('MAIL_FROM')
    missing.push(...missingLedgerSecrets(env))
    const other = findOtherSecret(env)
    if (other !== null) throw new BadConfig(other)
    if (roles[env.PROCESS].signs && env.PAYOUT_KEY === undefined) missing.push('PAYOUT_KEY')
    if (logsPublicly(env.PROCESS) && env.LOG_KEY === undefined) missing.push('LOG_KEY')
    const { TRON_USDT_CONTRACT: contract, TRON_TEST_GENESIS: genesis } = env
    if (contract && contract !== mainnet.usdtContract && genesis === undefined) {
      missing.push('TRON_TEST_GENESIS')
    }
    refuseKeyBesideWeb(env)
    refuseWeak(env)
    if (env.RATE_LIMITS === 'off') throw new BadConfig('RATE_LIMITS=off is for development only.')
    if (env.AUTH_COST === 'low') throw new BadConfig('AUTH_COST=low is for development only.')
  } else refuseMainNetwork(env)
  if (env.TRON_API_URL !== undefined && env.TRON_USDT_CONTRACT === undefined) {
    missing.push('TRON_USDT_CONTRACT')
  }
  if (env.ANCHOR_KEY !== undefined && env.ANCHOR_TO === undefined) missing.push('ANCHOR_TO')
  if ((env.OPERATOR_USERNAME === undefined) !== (env.OPERATOR_PASSWORD === undefined)) {
    missing.push(env.OPERATOR_USERNAME === undefined ? 'OPERATOR_USERNAME' : 'OPERATOR_PASSWORD')
  }
  if (missing.length === 0) return
  const names = [...new Set(missing)].join(', ')
  throw new BadConfig(`Not set: ${names}. docs/configuration.md describes each of them.`)
}

async function brandOf(env: Environment): ReturnType<typeof brandSettings> {
  return await brandSettings(env).catch((error: unknown) => {
    throw new BadConfig(error instanceof Error ? error.message : String(error))
  })
}

async function complete(env: Environment): Promise<Config> {
  const production = env.NODE_ENV === 'production'
  const dataDir = resolve(env.DATA_DIR)
  const secrets = await secretsOf(env, dataDir)
  const holdHours = env.WITHDRAWAL_HOLD_HOURS ?? (production ? 24 : 0)
  return {
    ...secrets,
    production,
    part: env.PROCESS,
    port: env.PORT,
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') ?? `http://localhost:${env.PORT}`,
    dataDir,
    databaseUrl: env.DATABASE_URL ?? null,
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? null,
    databaseOwnerUrl: env.DATABASE_OWNER_URL ?? null,
    databaseReadUrls: env.DATABASE_READ_URL ?? [],
    databaseConnections: env.DATABASE_CONNECTIONS,
    ...ledgerSettings(env, [secrets.authSecret, secrets.authSecretBefore ?? []].flat()),
    tronApiUrls: env.TRON_API_URL ?? null,
    tronApiKey: env.TRON_API_KEY ?? null,
    usdtContract: env.TRON_USDT_CONTRACT ?? null,
    testGenesisId: env.TRON_TEST_GENESIS ?? null,
    rotatePins: env.ROTATE_PINS ?? [],
    tronRequestsPerSecond: env.TRON_REQUESTS_PER_SECOND,
    tronDailyRequests: env.TRON_DAILY_REQUESTS ?? null,
    tronAcceptedBlocks: env.TRON_ACCEPTED_BLOCKS ?? [],
    confirmations: env.TRON_CONFIRMATIONS,
    exportKeyFile: env.EXPORT_KEY_FILE ?? null,
    balanceReader: env.TRON_BALANCE_READER ?? null,
    reconcileBatch: env.RECONCILE_BATCH,
    reconcileCallsPerSecond: env.RECONCILE_CALLS_PER_SECOND,
    reconcilePassMs: env.RECONCILE_PASS_HOURS * 3_600_000,
    logEveryMs: env.LOG_EVERY_S * 1_000,
    witnesses: env.WITNESSES ?? [],
    anchorTo: env.ANCHOR_TO ?? null,
    reserveWallets: [...new Set(env.RESERVE_WALLETS ?? [])],
    reserveSample: env.RESERVE_SAMPLE,
    devnetPort: env.DEVNET_PORT,
    devnetBlockMs: env.DEVNET_BLOCK_MS,
    smtpUrl: env.SMTP_URL ?? null,
    smtpPort: env.SMTP_PORT,
    ...(await brandOf(env)),
    rateSources: env.RATE_SOURCES ?? null,
    usdtRateSources: env.USDT_RATE_SOURCES ?? null,
    devTrxRate: env.DEV_TRX_RATE,
    devUsdtRate: env.DEV_USDT_RATE,
    operatorIdleMinutes: env.OPERATOR_IDLE_MINUTES,
    operatorStepUpMinutes: env.OPERATOR_STEP_UP_MINUTES ?? (production ? 10 : 720),
    trxDepositLimitMicros: env.TRX_DEPOSIT_LIMIT_USD,
    approvalLimitMicros: env.APPROVAL_LIMIT_USD,
    approvalDayLimitMicros: env.APPROVAL_DAY_LIMIT_USD,
    adjustmentLimitMicros: env.ADJUSTMENT_LIMIT_USD,
    adjustmentDayLimitMicros: env.ADJUSTMENT_DAY_LIMIT_USD,
    withdrawalHoldMs: holdHours * 3_600_000,
    feeCeilingSun: BigInt(env.FEE_CEILING_TRX) * 1_000_000n,
    usdtPayouts: env.USDT_PAYOUTS === 'on',
    floatLimitMicros: env.FLOAT_LIMIT_USD,
    rateLimits: env.RATE_LIMITS === 'on',
    authCost: env.AUTH_COST,
    apiDocs: env.API_DOCS === undefined ? !production : env.API_DOCS === 'on',
    drainMs: (env.DRAIN_SECONDS ?? (production ? 5 : 0)) * 1_000,
    maxStreams: env.MAX_STREAMS,
    trustedProxies: env.TRUSTED_PROXIES,
    metricsPort: env.METRICS_PORT ?? null,
    metricsHost: env.METRICS_HOST,
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    traces: traceSettings(env),
  }
}

type Secrets = Pick<
  Config,
  | 'authSecret'
  | 'authSecretBefore'
  | 'depositXpub'
  | 'payoutKey'
  | 'logKey'
  | 'logKeyBefore'
  | 'anchorKey'
  | 'operator'
>

/** Creates missing secrets, in development only. Production has already refused. */
async function secretsOf(env: Environment, dataDir: string): Promise<Secrets> {
  const made = env.NODE_ENV === 'production' ? null : await developmentSecrets(dataDir)
  const named = env.OPERATOR_USERNAME !== undefined && env.OPERATOR_PASSWORD !== undefined
  const given = named
    ? { username: env.OPERATOR_USERNAME ?? '', password: env.OPERATOR_PASSWORD ?? '' }
    : null
  const key = env.PAYOUT_KEY === 'offline' ? null : (env.PAYOUT_KEY ?? made?.payoutKey ?? null)
  return {
    authSecret: env.AUTH_SECRET ?? made?.authSecret ?? '',
    authSecretBefore: env.AUTH_SECRET_BEFORE ?? null,
    depositXpub: env.TRON_DEPOSIT_XPUB ?? made?.depositXpub ?? '',
    payoutKey: roles[env.PROCESS].signs ? key : null,
    logKey: logsPublicly(env.PROCESS) ? (env.LOG_KEY ?? made?.logKey ?? null) : null,
    anchorKey: logsPublicly(env.PROCESS) ? (env.ANCHOR_KEY ?? null) : null,
    logKeyBefore: logsPublicly(env.PROCESS) ? (env.LOG_KEY_BEFORE ?? null) : null,
    operator: given ?? (made && { username: 'operator', password: made.operatorPassword }),
  }
}
