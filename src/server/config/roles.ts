export const roleNames = ['all', 'web', 'worker'] as const
export type RoleName = (typeof roleNames)[number]

type Role = {
  /** What the process does, for docs/configuration.md. */
  text: string
  /** Answers HTTP requests of members and staff. */
  serves: boolean
  /** Runs background work: the chain, payouts, emails, rates, alerts. */
  works: boolean
  /** Signs payouts. No other process keeps PAYOUT_KEY. */
  signs: boolean
}

/** The values of PROCESS. Everything that depends on a role asks this table. */
export const roles: Record<RoleName, Role> = {
  all: { text: 'everything', serves: true, works: true, signs: true },
  web: { text: 'HTTP for members and staff', serves: true, works: false, signs: false },
  worker: {
    text: 'chain, payouts, emails, rates, alerts, reconciliation',
    serves: false,
    works: true,
    signs: true,
  },
}

/** Whether a value of PROCESS, checked or not, names a process that signs payouts. */
export const mayHoldPayoutKey = (name: string | undefined): boolean =>
  roleNames.some((role) => role === (name ?? 'all') && roles[role].signs)
