import { held } from './named-tests.ts'
import type { SpecLine } from './spec-line.ts'

/** Section 8, in its order. */
export const messages: readonly SpecLine[] = [
  { line: 'Errors are destructive toasts', heldBy: [held.inVain, held.depositRules] },
  { line: 'Every failed call is logged with URL, status and data', heldBy: [held.login] },
  {
    line: 'A 401 triggers one refresh and one retry, but not for sign-in and the like',
    heldBy: [held.renewedToken, held.login],
  },
  {
    line: 'Without a refresh token that works both tokens are removed and /login opens',
    heldBy: [held.deadSession],
  },
  { line: 'Other errors are passed on to the caller', heldBy: [held.login, held.unanswered] },
  {
    line: 'Dashboard: Error (5 s); a 401 also logs out to login',
    says: ['Failed to load dashboard data'],
    heldBy: [held.rooms, held.durations, held.deadSession],
  },
  {
    line: 'Copy: a failure shows Error, on the referrals screen with its own text',
    says: ['Error', 'Failed to copy referral link'],
    heldBy: [held.copy],
  },
  {
    line: 'Wallet info: Error (5 s), missing QR, missing address, a button to reload',
    says: [
      'Failed to load wallet information',
      'QR code not available',
      'Error loading address',
      'Reload Wallet Info',
    ],
    heldBy: [held.walletless],
  },
  {
    line: 'Deposit: Deposit Error with the server detail, else the default',
    says: ['Deposit Error', 'Deposit failed'],
    heldBy: [held.depositRules],
  },
  {
    line: 'Tree: not loaded, not found, node not loaded',
    says: ['Failed to load tree data', 'Failed to load node data', 'Profile not found'],
    heldBy: [held.readings, held.search],
  },
  {
    line: 'Tree: a failure to fetch gives an empty tree, in the cards of My Tree',
    heldBy: [held.emptyTree],
  },
  {
    line: 'Contact: the response detail, else the default',
    says: ['Failed to send message'],
    heldBy: [held.inVain],
  },
  {
    line: 'Login: the one message',
    says: ['Login failed. Please check your credentials.'],
    heldBy: [held.login],
  },
  {
    line: 'Forgot password: success is the same for every address; the default of a failure',
    says: [
      "If an account exists with this email, we've sent password recovery instructions.",
      'Failed to send recovery email',
    ],
    heldBy: [held.reset, held.inVain],
  },
  {
    line: 'Registration: status 500, else what the server says, else the default',
    says: ['Server error during registration. Please try again.', 'Registration failed'],
    heldBy: [held.inVain, held.codeless],
  },
  {
    line: 'Rate: not loaded',
    says: ['Failed to load TRX conversion rate'],
    heldBy: [held.walletless],
  },
  {
    line: 'Withdrawal: the server detail, else the defaults',
    says: ['Withdrawal failed', 'Failed to submit withdrawal'],
    heldBy: [held.withdrawal],
  },
  {
    line: 'Deposit details: not loaded',
    says: ['Failed to fetch deposit details', 'Unable to load deposit details'],
    heldBy: [held.readings],
  },
  {
    line: 'Deposit verification: failed, with the message',
    says: ['Verification Failed'],
    heldBy: [held.verified],
  },
  {
    line: 'Deposit verification: a mismatch with expected, received, conversion and sun values',
    says: ['Amount Mismatch', 'Expected: ', 'Received: ', 'Conversion: ', 'Sun: '],
    heldBy: [held.mismatch],
  },
  {
    line: 'Deposit verification: otherwise the server’s text is the title',
    says: ['This transaction has not been found on the TRON network yet.'],
    heldBy: [held.verified],
  },
  {
    line: 'Account: not loaded',
    says: ['Failed to load account data'],
    heldBy: [held.rooms],
  },
  {
    line: 'Account: the two histories, each with its own text',
    says: ['Failed to load deposits history', 'Failed to load withdrawals history'],
    heldBy: [held.readings],
  },
  { line: 'Account: a failed update shows what the server says', heldBy: [held.unsaved] },
  {
    line: 'Account: the default for the password',
    says: ['Failed to change password'],
    heldBy: [held.unsaved],
  },
  {
    line: 'Account: plans and profile not loaded',
    says: ['Failed to load plans', 'Failed to fetch profile information'],
    heldBy: [held.readings, held.rooms],
  },
  {
    line: 'Activation: the success; errors look like errors',
    says: ['Profile Activated', 'Activation failed'],
    heldBy: [held.mainJob, held.withdrawal],
  },
  {
    line: 'Referrals: not loaded',
    says: ['Failed to load referral data'],
    heldBy: [held.readings],
  },
  {
    line: 'E-mail verification: the detail, else the default, then /register',
    says: ['Email verification failed', 'This link is invalid or has expired.'],
    heldBy: [held.inVain, held.falseLink],
  },
  {
    line: 'Resend: the default',
    says: ['Failed to resend verification email'],
    heldBy: [held.inVain],
  },
  {
    line: 'Reset: the detail, else the default',
    says: ['Password reset failed'],
    heldBy: [held.inVain],
  },
  { line: 'Unknown routes: the 404 page', heldBy: [held.unknownPath] },
  { line: 'Success: Logged Out, after the reload', says: ['Logged Out'], heldBy: [held.logout] },
  { line: 'Success: Copied!', says: ['Copied!'], heldBy: [held.copy] },
  {
    line: 'Success: Deposit Submitted, with its amount',
    says: ['Deposit Submitted', 'Your deposit of $'],
    heldBy: [held.mainJob],
  },
]
