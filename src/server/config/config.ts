import type { TraceSettings } from '../../traces/otlp.ts'
import type { BrandSettings } from './brand-settings.ts'
import type { LedgerSettings } from './ledger-settings.ts'
import type { PaymentSettings } from './payment-settings.ts'
import type { PublicLogSettings } from './public-log-settings.ts'
import type { RoleName } from './roles.ts'
import type { SecretSettings } from './secret-settings.ts'
import type { TronSettings } from './tron-settings.ts'

/** The settings of the process itself. */
type ProcessSettings = {
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
  /** Null: the SMTP sink on `smtpPort`, with its mailbox under /dev. */
  smtpUrl: string | null
  smtpPort: number
  /** Null: the fixed `devTrxRate`. */
  rateSources: string[] | null
  /** Null: all known USDT venues, through the mirrors in `rateSources`. */
  usdtRateSources: string[] | null
  /** USD per TRX, as the configured decimal text. */
  devTrxRate: string
  /** The same per USDT. */
  devUsdtRate: string
  /** An unused staff session ends after this long. */
  operatorIdleMinutes: number
  /** How long a step-up counts for changes to money and rights. */
  operatorStepUpMinutes: number
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
  traces: TraceSettings | null
}

export type Config = ProcessSettings &
  BrandSettings &
  LedgerSettings &
  PaymentSettings &
  PublicLogSettings &
  SecretSettings &
  TronSettings

/** For dedicated sessions: locks, LISTEN, and everything else that a pooler would break. */
export const directUrlOf = ({
  databaseDirectUrl,
  databaseUrl,
}: Pick<Config, 'databaseDirectUrl' | 'databaseUrl'>): string =>
  databaseDirectUrl ?? databaseUrl ?? ''

/** The settings conflict, or one is missing. Nothing starts. */
export class BadConfig extends Error {}
