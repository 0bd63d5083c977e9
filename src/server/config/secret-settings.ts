import type { Environment } from './environment.ts'
import { logsPublicly, roles } from './roles.ts'
import { developmentSecrets } from './secrets.ts'

export type SecretSettings = {
  depositXpub: string
  /** 64 hex digits; null in the web process, which never gets it, and with an offline signer. */
  payoutKey: string | null
  /** Signs the public log: 64 hex digits; null in processes that don't write the log. */
  logKey: string | null
  /** The previous key, which also signs for a time. */
  logKeyBefore: string | null
  /**
   * The key of the wallet that pays for each day's anchor: 64 hex digits; null if nothing is
   * anchored.
   */
  anchorKey: string | null
  authSecret: string
  /** The previous `authSecret`. Startup reseals the seeds that it sealed. */
  authSecretBefore: string | null
  operator: { username: string; password: string } | null
}

/** Creates missing secrets, in development only. Production has already refused. */
export async function secretSettings(env: Environment, dataDir: string): Promise<SecretSettings> {
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
