import type { Environment } from './environment.ts'
import { roles } from './roles.ts'

/** Certificates of the ledger port, as PEM. Both sides show one that the same authority signed. */
export type LedgerTls = { readonly ca: string; readonly cert: string; readonly key: string }

export type LedgerSettings = {
  ledgerPort: number
  /** An address of this machine, or the path of a Unix socket. */
  ledgerHost: string
  /** The name under which others find this process; null for its host name. */
  ledgerName: string | null
  ledgerTls: LedgerTls | null
}

export function ledgerSettings(env: Environment): LedgerSettings {
  const { LEDGER_CA: ca, LEDGER_CERT: cert, LEDGER_KEY: key } = env
  const hasAll = ca !== undefined && cert !== undefined && key !== undefined
  return {
    ledgerPort: env.LEDGER_PORT,
    ledgerHost: env.LEDGER_HOST,
    ledgerName: env.LEDGER_NAME ?? null,
    ledgerTls: hasAll ? { ca, cert, key } : null,
  }
}

/** Whether only this machine reaches a host. */
const isLocal = (host: string): boolean =>
  host.startsWith('/') || /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)

/**
 * Why the ledger port's settings can't be used; null if they can. Anyone who reaches the port and
 * has its token can book anything, so beyond this machine it takes certificates.
 */
export function findOpenLedger(env: Environment): string | null {
  const given = [env.LEDGER_CA, env.LEDGER_CERT, env.LEDGER_KEY].filter((pem) => pem !== undefined)
  if (given.length === 3) return null
  if (given.length > 0) return 'LEDGER_CA, LEDGER_CERT, and LEDGER_KEY belong together.'
  const isRemote = roles[env.PROCESS].ledger === 'leads' && !isLocal(env.LEDGER_HOST)
  if (env.NODE_ENV !== 'production' || !isRemote) return null
  return (
    'LEDGER_HOST is an address that other machines reach. ' +
    'Set LEDGER_CA, LEDGER_CERT, and LEDGER_KEY, or use 127.0.0.1 or a Unix socket.'
  )
}
