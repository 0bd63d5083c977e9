import { isIP } from 'node:net'
import { sha256 } from '@noble/hashes/sha2.js'
import { z } from 'zod'
import { username } from '../../contract/fields/fields.ts'
import { KEY_TYPES, readVerifier } from '../../proof/note.ts'
import { DEPOSIT_MIN } from '../../domain/money/fee.ts'
import { parseAddress } from '../../tron/encoding/address.ts'
import { mainnet } from '../../tron/encoding/networks.ts'
import { openDepositKeys } from '../../tron/keys/deposit-keys.ts'
import { roleNames } from './roles.ts'

// The format of every variable. refuse-settings.ts decides which may be missing, complete-config.ts
// takes further defaults, and variables/ describes each.

const port = z.coerce.number('must be a port number').int().min(1).max(65_535)
const positive = (most: number) => z.coerce.number('must be a number').int().min(1).max(most)
const url = (...protocols: string[]) =>
  z.string().refine((text) => protocols.includes(protocolOf(text)), {
    error: `must be a URL that begins with ${protocols.map((name) => `${name}//`).join(' or ')}`,
  })
const list = <T>(item: z.ZodType<T, string>) =>
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(item).min(1).max(10))
const decimal = z.string().regex(/^\d{1,9}(\.\d{1,8})?$/, 'must be a decimal number')
const usd = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,2})?$/, 'must be an amount in USD, such as 100 or 99.50')
  .transform((text) => {
    const [whole = '', cents = ''] = text.split('.')
    return BigInt(whole) * 1_000_000n + BigInt(cents.padEnd(2, '0')) * 10_000n
  })
const tronAddress = z.string().transform((text, context) => {
  const reading = parseAddress(text)
  if (reading.ok) return reading.address
  context.addIssue({ code: 'custom', message: reading.message })
  return z.NEVER
})
/** Checked at the start, since a mistyped key would only fail at the first member's deposit. */
const depositXpub = z.string().superRefine((xpub, context) => {
  try {
    openDepositKeys(xpub)
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : '' })
  }
})
const witness = z.string().transform((text, context) => {
  const [key = '', address = '', ...more] = text.split(/\s+/)
  const verifier = readVerifier(sha256, key)
  const isWitness = verifier?.type === KEY_TYPES.witness && more.length === 0
  if (isWitness && /^https?:$/.test(protocolOf(address) ?? '')) return { verifier, url: address }
  context.addIssue({ code: 'custom', message: 'must be keys of witnesses, each with its URL' })
  return z.NEVER
})
const databaseRole = z.string().transform((text, context) => {
  const [name = '', role = '', ...more] = text.split('=').map((each) => each.trim())
  const part = roleNames.find((each) => each === name)
  if (part !== undefined && role !== '' && more.length === 0) return { part, role }
  context.addIssue({ code: 'custom', message: 'must be pairs such as web=twofold_web' })
  return z.NEVER
})
const keyOf = ({ verifier }: z.output<typeof witness>): string => verifier.key.join()
const pem = z.string().regex(/-----BEGIN [A-Z ]+-----/, 'must be PEM')
const secret = z.string().min(32, 'must have at least 32 characters')
const hostName = z
  .string()
  .refine(
    (name) => isIP(name) > 0 || /^[\w.-]+$/.test(name),
    'must be the name of a machine, such as ledger-1',
  )
const onOff = z.enum(['on', 'off'])

export const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PROCESS: z.enum(roleNames).default('all'),
  PORT: port.default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: url('http:', 'https:').optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  DATABASE_DIRECT_URL: url('postgres:', 'postgresql:').optional(),
  DATABASE_OWNER_URL: url('postgres:', 'postgresql:').optional(),
  DATABASE_ROLES: list(databaseRole).optional(),
  DATABASE_READ_URL: z
    .string()
    .transform((text) => text.trim().split(/[\s,]+/))
    .pipe(z.array(url('postgres:', 'postgresql:')).min(1).max(10))
    .optional(),
  DATABASE_CONNECTIONS: positive(1_000).default(20),
  LEDGER_PORT: port.max(65_534).default(7070),
  LEDGER_HOST: z.string().default('127.0.0.1'),
  LEDGER_NAME: hostName.optional(),
  LEDGER_SECRET_WEB: secret.optional(),
  LEDGER_SECRET_WEB_BEFORE: secret.optional(),
  LEDGER_SECRET_CHAIN: secret.optional(),
  LEDGER_SECRET_CHAIN_BEFORE: secret.optional(),
  LEDGER_CA: pem.optional(),
  LEDGER_CERT: pem.optional(),
  LEDGER_KEY: pem.optional(),
  TRON_API_URL: list(url('http:', 'https:')).optional(),
  TRON_API_KEY: z.string().optional(),
  TRON_USDT_CONTRACT: tronAddress.optional(),
  TRON_TEST_GENESIS: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be the id of a block 0, 64 hex digits')
    .refine((id) => id !== mainnet.genesisId, 'is the main network, which is not for tests')
    .optional(),
  ROTATE_PINS: list(z.enum(['genesis', 'usdt_contract', 'deposit_key', 'auth_secret'])).optional(),
  TRON_REQUESTS_PER_SECOND: positive(10_000).default(8),
  TRON_DAILY_REQUESTS: positive(1_000_000_000).optional(),
  TRON_ACCEPTED_BLOCKS: list(
    z.string().regex(/^[0-9a-f]{64}$/, 'must be ids of blocks, 64 hex digits each'),
  ).optional(),
  TRON_CONFIRMATIONS: positive(1_000).default(19),
  TRON_DEPOSIT_XPUB: depositXpub.optional(),
  PAYOUT_KEY: z
    .string()
    .regex(/^([0-9a-fA-F]{64}|offline)$/, 'must be 64 hex digits, or the word offline')
    .optional(),
  EXPORT_KEY_FILE: z.string().optional(),
  LOG_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits')
    .optional(),
  LOG_KEY_BEFORE: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits')
    .optional(),
  LOG_EVERY_S: positive(3_600).default(60),
  // More than half of them must cosign, and each of them signs once.
  WITNESSES: list(witness)
    .refine((all) => new Set(all.map(keyOf)).size === all.length, 'names a witness twice')
    .optional(),
  ANCHOR_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits')
    .optional(),
  ANCHOR_TO: tronAddress.optional(),
  RESERVE_WALLETS: list(tronAddress).optional(),
  RESERVE_SAMPLE: z.enum(['auditor', 'public']).default('auditor'),
  TRON_BALANCE_READER: tronAddress.optional(),
  RECONCILE_BATCH: positive(500).default(200),
  RECONCILE_CALLS_PER_SECOND: positive(1_000).default(2),
  RECONCILE_PASS_HOURS: positive(720).default(24),
  DEVNET_PORT: port.default(9090),
  DEVNET_BLOCK_MS: z.coerce.number('must be a number').int().min(0).max(60_000).default(3_000),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  SMTP_PORT: port.default(1025),
  MAIL_FROM: z.string().optional(),
  BRAND: z.string().optional(),
  SUPPORT_EMAIL: z.email('must be an email address').optional(),
  SUPPORT_TELEGRAM: url('https:').optional(),
  SUPPORT_WHATSAPP: url('https:').optional(),
  RATE_SOURCES: list(z.string().min(1)).optional(),
  USDT_RATE_SOURCES: list(z.string().min(1)).optional(),
  DEV_TRX_RATE: decimal.default('0.25'),
  DEV_USDT_RATE: decimal.default('1'),
  AUTH_SECRET: secret.optional(),
  AUTH_SECRET_BEFORE: secret.optional(),
  OPERATOR_USERNAME: username.optional(),
  OPERATOR_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  OPERATOR_IDLE_MINUTES: positive(720).default(30),
  OPERATOR_STEP_UP_MINUTES: positive(720).optional(),
  ALERT_EMAIL: z.email('must be an email address').optional(),
  TRX_DEPOSIT_LIMIT_USD: usd
    .prefault('1000')
    .refine((limit) => limit >= DEPOSIT_MIN, 'must be at least the minimum deposit of 2'),
  APPROVAL_LIMIT_USD: usd.prefault('100'),
  APPROVAL_DAY_LIMIT_USD: usd.prefault('1000'),
  ADJUSTMENT_LIMIT_USD: usd.prefault('0'),
  ADJUSTMENT_DAY_LIMIT_USD: usd.prefault('100'),
  FEE_CEILING_TRX: positive(1_000).default(30),
  USDT_PAYOUTS: onOff.default('off'),
  FLOAT_LIMIT_USD: usd.prefault('5000'),
  WITHDRAWAL_HOLD_HOURS: z.coerce.number('must be a number').min(0).max(720).optional(),
  RATE_LIMITS: onOff.default('on'),
  AUTH_COST: z.enum(['full', 'low']).default('full'),
  API_DOCS: onOff.optional(),
  DRAIN_SECONDS: z.coerce.number('must be a number').min(0).max(300).optional(),
  MAX_STREAMS: positive(100_000).default(5_000),
  TRUSTED_PROXIES: z.coerce.number('must be a number').int().min(0).max(10).default(0),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[\w-]+=[^,]+(,[\w-]+=[^,]+)*$/, 'must be name=value, with commas in between')
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number('must be a number').min(0).max(1).default(1),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).optional(),
})

export type Environment = z.infer<typeof environment>
export type VariableName = keyof Environment

/** Without these, production doesn't start. refuse-settings.ts adds those that depend on others. */
export const neededInProduction = [
  'PUBLIC_URL',
  'DATABASE_URL',
  'TRON_API_URL',
  'TRON_USDT_CONTRACT',
  'TRON_DEPOSIT_XPUB',
  'SMTP_URL',
  'RATE_SOURCES',
  'AUTH_SECRET',
] as const satisfies readonly VariableName[]

/**
 * Variables that strangers must not see. Each may also be a file, named by the variable with
 * `_FILE`.
 */
export const secretNames = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_READ_URL',
  'LEDGER_SECRET_WEB',
  'LEDGER_SECRET_WEB_BEFORE',
  'LEDGER_SECRET_CHAIN',
  'LEDGER_SECRET_CHAIN_BEFORE',
  'LEDGER_CA',
  'LEDGER_CERT',
  'LEDGER_KEY',
  'TRON_API_URL',
  'TRON_API_KEY',
  'TRON_DEPOSIT_XPUB',
  'PAYOUT_KEY',
  'LOG_KEY',
  'LOG_KEY_BEFORE',
  'ANCHOR_KEY',
  'SMTP_URL',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'AUTH_SECRET',
  'AUTH_SECRET_BEFORE',
  'OPERATOR_PASSWORD',
] as const satisfies readonly VariableName[]

export type SecretName = (typeof secretNames)[number]

function protocolOf(text: string): string {
  return URL.parse(text)?.protocol ?? ''
}
