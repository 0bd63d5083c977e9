import { keysOf } from '../../domain/records.ts'

// What we monitor, in which unit, and on which side of its limit it raises an alert. Values and
// limits are hundredths of the unit, so shares and dollars need no fractions.

export type AlertKind = {
  text: string
  unit: string
  alarms: 'above' | 'below'
  /** In hundredths of the unit. Operators can change it. */
  limit: bigint
}

const whole = (value: number): bigint => BigInt(value) * 100n

export const alertKinds = {
  solvency: {
    text: 'Custody value compared with what we owe',
    unit: 'percent',
    alarms: 'below',
    limit: whole(100),
  },
  withdrawal_age: {
    text: 'Age of the oldest withdrawal awaiting approval',
    unit: 'minutes',
    alarms: 'above',
    limit: whole(2 * 24 * 60),
  },
  payout_age: {
    text: 'Age of the oldest approved withdrawal that nobody has paid',
    unit: 'minutes',
    alarms: 'above',
    limit: whole(25 * 60),
  },
  unattributed_age: {
    text: 'Age of the oldest unmatched deposit',
    unit: 'minutes',
    alarms: 'above',
    limit: whole(25 * 60),
  },
  message_age: {
    text: 'Age of the oldest unanswered message',
    unit: 'minutes',
    alarms: 'above',
    limit: whole(2 * 24 * 60),
  },
  chain_lag: {
    text: 'Age of the newest final block we read',
    unit: 'seconds ago',
    alarms: 'above',
    limit: whole(600),
  },
  rate_age: {
    text: 'Age of the TRX rate',
    unit: 'seconds old',
    alarms: 'above',
    limit: whole(300),
  },
  usdt_closed: {
    text: 'Time since USDT was near one dollar',
    unit: 'seconds ago',
    alarms: 'above',
    limit: whole(300),
  },
  used_addresses: {
    text: 'Deposit addresses in use before we assigned them',
    unit: 'addresses',
    alarms: 'above',
    limit: 0n,
  },
  email_age: {
    text: 'Age of the oldest unsent email',
    unit: 'minutes',
    alarms: 'above',
    limit: whole(30),
  },
  email_failures: {
    text: 'Emails that failed in the last 24 hours',
    unit: 'emails',
    alarms: 'above',
    limit: whole(4),
  },
  webhooks_disabled: {
    text: 'Webhooks that we disabled because they kept failing',
    unit: 'webhooks',
    alarms: 'above',
    limit: 0n,
  },
  hot_wallet: {
    text: 'Balance of the payout wallet',
    unit: 'USD',
    alarms: 'below',
    limit: whole(50),
  },
  payout_rests: {
    text: 'Reasons why payouts are paused',
    unit: 'reasons',
    alarms: 'above',
    limit: 0n,
  },
  quarantined_withdrawals: {
    text: 'Quarantined withdrawals, which wait for an operator',
    unit: 'withdrawals',
    alarms: 'above',
    limit: 0n,
  },
  claimed_payouts: {
    text: 'Approved withdrawals that operators have claimed',
    unit: 'withdrawals',
    alarms: 'above',
    limit: whole(10),
  },
  custody_differences: {
    text: 'Addresses whose balance differs from the ledger',
    unit: 'addresses',
    alarms: 'above',
    limit: 0n,
  },
  edited_rows: {
    text: 'Open deposits and adjustments without a command',
    unit: 'rows',
    alarms: 'above',
    limit: 0n,
  },
  clock_difference: {
    text: 'Difference between server, database, and ledger clocks',
    unit: 'seconds',
    alarms: 'above',
    limit: whole(5),
  },
  frozen_addresses: {
    text: 'Our addresses that the USDT issuer froze',
    unit: 'addresses',
    alarms: 'above',
    limit: 0n,
  },
  quarantined_sweeps: {
    text: 'Deposit addresses with a quarantined sweep',
    unit: 'addresses',
    alarms: 'above',
    limit: 0n,
  },
  unanswered_addresses: {
    text: 'Addresses that nodes can’t report on',
    unit: 'addresses',
    alarms: 'above',
    limit: 0n,
  },
  log_behind: {
    text: 'Reasons why the public log isn’t signing',
    unit: 'reasons',
    alarms: 'above',
    limit: 0n,
  },
  sheet_age: {
    text: 'Age of the newest sealed sheet',
    unit: 'minutes',
    alarms: 'above',
    limit: whole(26 * 60),
  },
  reserves: {
    text: 'Lowest share of what we owe that our signed reserves covered since the last sheet',
    unit: 'percent',
    alarms: 'below',
    limit: whole(100),
  },
  reserves_age: {
    text: 'Age of the newest sheet whose reserves are known',
    unit: 'minutes',
    alarms: 'above',
    limit: whole(26 * 60),
  },
  witness_age: {
    text: 'Age of the newest cosignature of the slowest witness',
    unit: 'minutes',
    alarms: 'above',
    limit: whole(26 * 60),
  },
  anchor_age: {
    text: 'Age of the newest anchor on the chain',
    unit: 'minutes',
    alarms: 'above',
    limit: whole(26 * 60),
  },
} as const satisfies Record<string, AlertKind>

export type AlertName = keyof typeof alertKinds

export const alertNames: readonly AlertName[] = keysOf(alertKinds)
