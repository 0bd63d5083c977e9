import { roleOfCertificate } from './certificate-role.ts'
import type { Environment } from './environment.ts'
import { mayHoldLedgerSecret, roles, senders, type Sender } from './roles.ts'

/** Certificates of the ledger port, as PEM. Both sides present one from the same authority. */
export type LedgerTls = { readonly ca: string; readonly cert: string; readonly key: string }

export type LedgerSettings = {
  ledgerPort: number
  /** An address of this machine, or the path of a Unix socket. */
  ledgerHost: string
  /** The name by which other processes reach this one; null for its host name. */
  ledgerName: string | null
  ledgerTls: LedgerTls | null
  /**
   * The secrets that tell the leader which role submits a command: the role's current one, and
   * during a rotation the previous one. A process has only its own role's secrets. The leader has
   * all.
   */
  ledgerSecrets: Readonly<Record<Sender, readonly string[]>>
}

const secretNamesOf = {
  web: ['LEDGER_SECRET_WEB', 'LEDGER_SECRET_WEB_BEFORE'],
  chain: ['LEDGER_SECRET_CHAIN', 'LEDGER_SECRET_CHAIN_BEFORE'],
} as const satisfies Record<Sender, readonly (keyof Environment)[]>
const senderOfSecret = new Map<string, Sender>(
  senders.flatMap((sender) => secretNamesOf[sender].map((name) => [name, sender] as const)),
)

/** Whether a process may open a secret's file. It doesn't even open the files of other roles. */
export function mayHoldSecret(name: string, part: string | undefined): boolean {
  const sender = senderOfSecret.get(name)
  return sender === undefined || mayHoldLedgerSecret(part, sender)
}

/** The settings that production lacks for a process to submit commands, or to lead. */
export function missingLedgerSecrets(env: Environment): (keyof Environment)[] {
  const { ledger, sends } = roles[env.PROCESS]
  return senders
    .filter((sender) => ledger === 'leads' || sends === sender)
    .map((sender) => secretNamesOf[sender][0])
    .filter((name) => env[name] === undefined)
}

/** A secret that would let a process submit the commands of another role; null if there is none. */
export function findOtherSecret(env: Environment): string | null {
  const other = [...senderOfSecret.keys()].find(
    (name) => Object.hasOwn(env, name) && !mayHoldSecret(name, env.PROCESS),
  )
  if (other === undefined) return null
  return `${other} is not for PROCESS=${env.PROCESS}: it lets a process act as another role.`
}

/**
 * Without a secret of its own, which development allows, each role derives its token from
 * AUTH_SECRET.
 */
function ledgerSecrets(env: Environment, auth: readonly string[]): LedgerSettings['ledgerSecrets'] {
  const secretsOf = (sender: Sender): readonly string[] => {
    const given = secretNamesOf[sender].flatMap((name) => env[name] ?? [])
    return given.length > 0 || env.NODE_ENV === 'production' ? given : auth
  }
  return { web: secretsOf('web'), chain: secretsOf('chain') }
}

export function ledgerSettings(env: Environment, auth: readonly string[]): LedgerSettings {
  const { LEDGER_CA: ca, LEDGER_CERT: cert, LEDGER_KEY: key } = env
  const hasAll = ca !== undefined && cert !== undefined && key !== undefined
  return {
    ledgerPort: env.LEDGER_PORT,
    ledgerHost: env.LEDGER_HOST,
    ledgerName: env.LEDGER_NAME ?? null,
    ledgerTls: hasAll ? { ca, cert, key } : null,
    ledgerSecrets: ledgerSecrets(env, auth),
  }
}

/** Whether a host is reachable only from this machine. */
const isLocal = (host: string): boolean =>
  host.startsWith('/') || /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)

/**
 * The leader and its callers refuse a certificate of another role, so we fail at startup instead.
 */
function findWrongCertificate({ PROCESS, LEDGER_CERT: cert }: Environment): string | null {
  const { ledger, sends } = roles[PROCESS]
  const own = ledger === 'leads' ? 'ledger' : sends
  if (own === null || cert === undefined) return null
  try {
    if (roleOfCertificate(cert) === own) return null
  } catch {
    return 'LEDGER_CERT is not a certificate.'
  }
  return (
    `LEDGER_CERT is not a certificate for PROCESS=${PROCESS}: it needs the name ` +
    `URI:spiffe://twofold/${own}. deploy/compose/make-certificates.sh makes one for each role.`
  )
}

/**
 * Why the ledger port's settings can't be used; null if they can. Anyone who reaches the port with
 * a role's token can act as that role, so beyond this machine we require certificates.
 */
export function findOpenLedger(env: Environment): string | null {
  const given = [env.LEDGER_CA, env.LEDGER_CERT, env.LEDGER_KEY].filter((pem) => pem !== undefined)
  if (given.length > 0 && given.length < 3) {
    return 'LEDGER_CA, LEDGER_CERT, and LEDGER_KEY belong together.'
  }
  const leads = roles[env.PROCESS].ledger === 'leads'
  if (given.length === 3 && leads && env.LEDGER_HOST.startsWith('/')) {
    return (
      'LEDGER_HOST is a Unix socket, which takes no certificates. ' +
      'Remove LEDGER_CA, LEDGER_CERT, and LEDGER_KEY, or set LEDGER_HOST to an address.'
    )
  }
  if (given.length === 3) return findWrongCertificate(env)
  const isRemote = leads && !isLocal(env.LEDGER_HOST)
  if (env.NODE_ENV !== 'production' || !isRemote) return null
  return (
    'LEDGER_HOST is an address that other machines reach. ' +
    'Set LEDGER_CA, LEDGER_CERT, and LEDGER_KEY, or use 127.0.0.1 or a Unix socket.'
  )
}
