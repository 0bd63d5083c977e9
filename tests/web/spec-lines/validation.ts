import { held } from './named-tests.ts'
import type { SpecLine } from './spec-line.ts'

/** Section 5, in its order. */
export const validation: readonly SpecLine[] = [
  {
    line: 'Contact: name, email, subject and message are required, email of e-mail type',
    heldBy: [held.contact],
  },
  {
    line: 'Contact: the sum of two random digits must match',
    says: ['Please solve the captcha correctly'],
    heldBy: [held.contact],
  },
  { line: 'Login: username and password required', heldBy: [held.login] },
  {
    line: 'Register: username, email, password and password2 required; the passwords match',
    says: ["Passwords don't match"],
    heldBy: [held.register],
  },
  {
    line: 'Register: the referral code is optional, sent as null if empty',
    heldBy: [held.codeless],
  },
  {
    line: 'Reset: both fields required, at least 8 characters, matching',
    says: ['Use at least 8 characters.', "Passwords don't match"],
    heldBy: [held.reset],
  },
  {
    line: 'Change password: all three required, new and confirm match',
    says: ['New passwords do not match'],
    heldBy: [held.password],
  },
  {
    line: 'Forgot password: e-mail required',
    says: ['Please enter your email address'],
    heldBy: [held.reset],
  },
  { line: 'Resend verification: e-mail required', heldBy: [held.codeless] },
  {
    line: 'Resend verification: once per day (for the account, on the server)',
    says: ['You can only request a new verification email once per day.'],
    heldBy: [held.codeless, held.resend],
  },
  {
    line: 'Tree search: Profile ID required',
    says: ['Please enter a Profile ID'],
    heldBy: [held.search],
  },
  {
    line: 'Deposit: the amount must be a number',
    says: ['Invalid Amount', 'Please enter a valid amount'],
    heldBy: [held.resumed, held.depositAmounts],
  },
  {
    line: 'Deposit: from 1 to below 2 the minimum is explained',
    says: ['Minimum Deposit', 'Minimum deposit amount is $2'],
    heldBy: [held.mainJob, held.minimum, held.depositAmounts],
  },
  {
    line: 'Deposit: the button is disabled when the amount is empty, below 1, while processing',
    says: ['Processing…'],
    heldBy: [held.depositRules],
  },
  {
    line: 'Deposit: the button is disabled when no wallet address is loaded',
    heldBy: [held.walletless],
  },
  {
    line: 'Deposit: payment method is TRX (TRC20) or USDT (TRC20)',
    says: ['TRX (TRC20)', 'USDT (TRC20)'],
    heldBy: [held.walletless, held.mainJob],
  },
  {
    line: 'Withdrawal: a valid numeric amount, step 0.01',
    says: ['Please enter a valid amount'],
    heldBy: [held.withdrawal],
  },
  {
    line: 'Withdrawal: minimum $3, in the hint too',
    says: ['Minimum withdrawal is $3'],
    heldBy: [held.withdrawal, held.withdrawalWords],
  },
  {
    line: 'Withdrawal: cannot exceed the wallet balance',
    says: ['Insufficient balance. Maximum withdrawal is $'],
    heldBy: [held.mainJob, held.withdrawalWords],
  },
  {
    line: 'Withdrawal: a wallet address must be set',
    says: ['Please set a valid TRX wallet address in your profile'],
    heldBy: [held.mainJob, held.withdrawalWords],
  },
  {
    line: 'Withdrawal: closed below 3, without a wallet, while busy, while the rate is loading',
    heldBy: [held.withdrawal, held.withdrawalButton],
  },
  {
    line: 'Deposit verification: the hash is required, with or without 0x',
    says: ['Enter the transaction hash.'],
    heldBy: [held.verified, held.payments],
  },
  { line: 'Deposit verification: the request id is required', heldBy: [held.verified] },
  { line: 'Activation: a profile must be chosen', heldBy: [held.dialogs] },
  {
    line: 'Activation: its plan and cost known, not active yet, the balance at least the cost',
    heldBy: [held.penniless, held.activation],
  },
  {
    line: 'Referral link copy: fails with an error toast if the clipboard is unusable',
    says: ['Failed to copy referral link'],
    heldBy: [held.copy],
  },
  {
    line: 'Sharing requires a signed-in username',
    says: ['Please sign in to get your referral link'],
    heldBy: [held.nameless],
  },
  {
    line: 'Session start: a stored access token must exist and pass server verification',
    heldBy: [held.deadSession, held.tokens],
  },
]
