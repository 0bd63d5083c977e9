import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import { brandSettings, type BrandSettings } from './brand-settings.ts'
import { BadConfig, type Config } from './config.ts'
import { environment, secretNames, type Environment } from './environment.ts'
import { ledgerSettings, mayHoldSecret } from './ledger-settings.ts'
import { paymentSettings } from './payment-settings.ts'
import { publicLogSettings } from './public-log-settings.ts'
import { refuseUnusable } from './refuse-settings.ts'
import { logsPublicly, mayHoldPayoutKey } from './roles.ts'
import { readSecretFiles } from './secret-files.ts'
import { secretSettings } from './secret-settings.ts'
import { traceSettings } from './trace-settings.ts'
import { tronSettings } from './tron-settings.ts'

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
  refuseUnusable(parsed.data)
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

async function brandOf(env: Environment): Promise<BrandSettings> {
  return await brandSettings(env).catch((error: unknown) => {
    throw new BadConfig(error instanceof Error ? error.message : String(error))
  })
}

async function complete(env: Environment): Promise<Config> {
  const production = env.NODE_ENV === 'production'
  const dataDir = resolve(env.DATA_DIR)
  const secrets = await secretSettings(env, dataDir)
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
    ...tronSettings(env),
    ...paymentSettings(env),
    ...publicLogSettings(env),
    ...(await brandOf(env)),
    smtpUrl: env.SMTP_URL ?? null,
    smtpPort: env.SMTP_PORT,
    rateSources: env.RATE_SOURCES ?? null,
    usdtRateSources: env.USDT_RATE_SOURCES ?? null,
    devTrxRate: env.DEV_TRX_RATE,
    devUsdtRate: env.DEV_USDT_RATE,
    operatorIdleMinutes: env.OPERATOR_IDLE_MINUTES,
    operatorStepUpMinutes: env.OPERATOR_STEP_UP_MINUTES ?? (production ? 10 : 720),
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
