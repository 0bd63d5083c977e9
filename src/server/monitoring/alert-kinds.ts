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
    text: 'Custody at market value against what is owed',
    unit: 'percent',
    alarms: 'below',
    limit: whole(100),
  },
  withdrawal_age: {
    text: 'The oldest withdrawal that waits for approval',
    unit: 'minutes',
    alarms: 'above',
    limit: whole(2 * 24 * 60),
  },
  unattributed_age: {
    text: 'The oldest unattributed payment',
    unit: 'minutes',
    alarms: 'above',
    limit: whole(25 * 60),
  },
  message_age: {
    text: 'The oldest message without an answer',
    unit: 'minutes',
    alarms: 'above',
    limit: whole(2 * 24 * 60),
  },
  chain_lag: {
    text: 'The newest solidified block that was read',
    unit: 'seconds ago',
    alarms: 'above',
    limit: whole(600),
  },
  rate_age: {
    text: 'The TRX rate',
    unit: 'seconds old',
    alarms: 'above',
    limit: whole(300),
  },
  usdt_closed: {
    text: 'USDT was last near one dollar',
    unit: 'seconds ago',
    alarms: 'above',
    limit: whole(300),
  },
  used_addresses: {
    text: 'Deposit addresses that were in use before we gave them out',
    unit: 'addresses',
    alarms: 'above',
    limit: 0n,
  },
  mail_age: {
    text: 'The oldest mail that could not be sent yet',
    unit: 'minutes',
    alarms: 'above',
    limit: whole(30),
  },
  mail_failures: {
    text: 'Mails given up in the last 24 hours',
    unit: 'mails',
    alarms: 'above',
    limit: whole(4),
  },
  hot_wallet: {
    text: 'What the payout wallet holds',
    unit: 'USD',
    alarms: 'below',
    limit: whole(50),
  },
  payout_rests: {
    text: 'Reasons for which payouts rest',
    unit: 'reasons',
    alarms: 'above',
    limit: 0n,
  },
  custody_differences: {
    text: 'Addresses that hold other than the ledger says',
    unit: 'addresses',
    alarms: 'above',
    limit: 0n,
  },
  edited_rows: {
    text: 'Open deposits and adjustments that no command wrote',
    unit: 'rows',
    alarms: 'above',
    limit: 0n,
  },
  clock_difference: {
    text: 'Clocks of server, database and ledger apart',
    unit: 'seconds',
    alarms: 'above',
    limit: whole(5),
  },
  frozen_addresses: {
    text: 'Our addresses that the issuer of USDT has frozen',
    unit: 'addresses',
    alarms: 'above',
    limit: 0n,
  },
  unanswered_addresses: {
    text: 'Addresses that nodes cannot answer about',
    unit: 'addresses',
    alarms: 'above',
    limit: 0n,
  },
} as const satisfies Record<string, AlertKind>

export type AlertName = keyof typeof alertKinds
export const alertNames = Object.keys(alertKinds) as AlertName[]
