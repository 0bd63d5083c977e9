import { held } from './named-tests.ts'
import type { SpecLine } from './spec-line.ts'

/**
 * Section 9, in its order. Its word "Gold-plus" names three plans and no rule of any section uses
 * it, so it has no line of its own.
 */
export const limits: readonly SpecLine[] = [
  { line: 'API timeout: 10000 ms', says: ['10_000'], heldBy: [held.timeout] },
  { line: 'Toast durations: 3 s, 5 s, 10 s', heldBy: [held.durations, held.renewed] },
  {
    line: 'Tiers: $1/$3, $3/$6, $6/$12, $12/$24, $24/$58',
    heldBy: [held.planPage, held.catalogue],
  },
  {
    line: 'Income by level; Diamond sponsor bonus $10, 12 re-entries to Bronze',
    says: ['12 × Bronze'],
    heldBy: [held.planPage, held.catalogue],
  },
  {
    line: 'Deposit: fee 2 %, $0.10 to $2.00; total is amount plus fee; USDT equals the total',
    heldBy: [held.depositFee],
  },
  {
    line: 'Deposit: TRX is the total over the live rate, to 5 decimals',
    heldBy: [held.depositCoins],
  },
  { line: 'Deposit: sent with 2, 2 and 5 decimals', heldBy: [held.figures] },
  {
    line: 'Deposit: minimum $2, the button from 1 on',
    heldBy: [held.minimum, held.depositAmounts],
  },
  {
    line: 'Withdrawal: fee 2 %, at least $0.50; net is amount minus fee; TRX to 5 decimals',
    heldBy: [held.withdrawalQuote],
  },
  {
    line: 'Withdrawal: minimum $3; 1-2 business days; network TRC20; method sent as trx',
    says: ['Network: TRC20. Processing takes 1-2 business days.'],
    heldBy: [held.withdrawal, held.withdrawalWords],
  },
  { line: 'Verification e-mail resend: once per 24 hours', heldBy: [held.resend] },
  {
    line: 'Transaction history: the 10 newest per tab, newest first',
    heldBy: [held.newestDeposits, held.newestWithdrawals],
  },
  { line: 'Password minimum length: 8 on the reset page', heldBy: [held.reset] },
  { line: 'Tree depth: two levels, 6 slots', heldBy: [held.board, held.levels] },
  {
    line: 'Plan colours: orange, gray, yellow, purple, blue',
    heldBy: [held.colours],
  },
  {
    line: 'Referral link: the registration path with a ref of the code or the username',
    heldBy: [held.copy, held.links],
  },
  { line: 'The default sponsor code: a fixed short code', heldBy: [held.planPage] },
  {
    line: 'Reads: kept 5 minutes, tried again 3 times from 1 s to 30 s; changes once',
    heldBy: [held.retries, held.kept],
  },
  { line: 'The one retry after a refresh is for 401 only', heldBy: [held.renewedToken] },
  { line: 'Tooltip: open delay 700 ms, skip delay 300 ms', heldBy: [held.hint] },
]
