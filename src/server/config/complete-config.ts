import { resolve } from 'node:path'
import { brandSettings, type BrandSettings } from './brand-settings.ts'
import { BadConfig, type Config } from './config.ts'
import type { Environment } from './environment.ts'
import { ledgerSettings } from './ledger-settings.ts'
import { paymentSettings } from './payment-settings.ts'
import { publicLogSettings } from './public-log-settings.ts'
import { secretSettings } from './secret-settings.ts'
import { traceSettings } from './trace-settings.ts'
import { tronSettings } from './tron-settings.ts'

async function brandOf(env: Environment): Promise<BrandSettings> {
  return await brandSettings(env).catch((error: unknown) => {
    throw new BadConfig(error instanceof Error ? error.message : String(error))
  })
}

/** Takes the defaults of what is missing. */
export async function completeConfig(env: Environment): Promise<Config> {
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
