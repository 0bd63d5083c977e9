export const roleNames = ['all', 'web', 'ledger', 'chain', 'mail', 'worker'] as const
export type RoleName = (typeof roleNames)[number]

/** Roles that may submit commands to the leader. Each has its own secret for that. */
export const senders = ['web', 'chain'] as const
export type Sender = (typeof senders)[number]

type Role = {
  /** What the process does, for docs/configuration.md. */
  text: string
  /** Answers HTTP requests of members and staff. */
  serves: boolean
  /** Follows the chain, pays out, reads rates, reconciles, watches, and signs the public log. */
  followsChain: boolean
  /** Sends emails, and deletes what has expired. */
  sendsEmails: boolean
  /** Signs payouts. No other process keeps PAYOUT_KEY. */
  signs: boolean
  /**
   * Where its commands go: to its own ledger, to the ledger it may come to lead, or to the leader.
   */
  ledger: 'own' | 'leads' | 'forwards'
  /** The role as which it forwards commands; null if it submits none. */
  sends: Sender | null
}

const none = {
  serves: false,
  followsChain: false,
  sendsEmails: false,
  signs: false,
  sends: null,
} as const

/** The values of PROCESS. Everything that depends on a role reads this table. */
export const roles: Record<RoleName, Role> = {
  all: {
    text: 'everything',
    serves: true,
    followsChain: true,
    sendsEmails: true,
    signs: true,
    ledger: 'own',
    sends: null,
  },
  web: {
    ...none,
    text: 'HTTP for members and staff',
    serves: true,
    ledger: 'forwards',
    sends: 'web',
  },
  ledger: {
    ...none,
    text: 'the ledger: one process leads, the others are standbys',
    ledger: 'leads',
  },
  chain: {
    ...none,
    text: 'chain watcher, payouts, rates, alerts, reconciliation',
    followsChain: true,
    signs: true,
    ledger: 'forwards',
    sends: 'chain',
  },
  mail: { ...none, text: 'emails and data retention', sendsEmails: true, ledger: 'forwards' },
  worker: {
    text: '`chain` and `mail` in one process',
    serves: false,
    followsChain: true,
    sendsEmails: true,
    signs: true,
    ledger: 'forwards',
    sends: 'chain',
  },
}

/** Whether a value of PROCESS, checked or not, names a process that signs payouts. */
export const mayHoldPayoutKey = (name: string | undefined): boolean =>
  roleNames.some((role) => role === (name ?? 'all') && roles[role].signs)

/**
 * Whether a value of PROCESS, checked or not, names a process that keeps a role's ledger secret:
 * that role, the ledger processes, and tools.
 */
export const mayHoldLedgerSecret = (name: string | undefined, sender: Sender): boolean =>
  roleNames.some(
    (role) =>
      role === (name ?? 'all') &&
      (role === 'all' || roles[role].ledger === 'leads' || roles[role].sends === sender),
  )

/** Whether a value of PROCESS, checked or not, names a process that writes the public log. */
export const logsPublicly = (name: string | undefined): boolean =>
  roleNames.some((role) => role === (name ?? 'all') && roles[role].followsChain)
