import type { CallName } from '../../../src/contract/routes.ts'
import { consoleInputs } from './console-inputs.ts'
import { password } from '../support/members.ts'
import { pages, required, totpCodes, whole, type Invalid, type InvalidOf } from './refusal-cases.ts'
import { passkeyInputs } from './passkey-refusals.ts'
import { importInputs } from './import-refusals.ts'
import { transparencyInputs } from './transparency-refusals.ts'
import { webhookInputs } from './webhook-refusals.ts'

// Input that the calls refuse by field, with the sentences that members read.

const noAmount = ['Please enter a valid amount']
const noEmail = ['Enter a valid email address.']
const noText = ['Enter text.']
const noBoolean = ['Enter true or false.']

const registration = {
  username: 'newcomer',
  email: 'newcomer@example.org',
  password,
  password2: password,
}
const registering = (change: object, errors: Invalid['errors']): Invalid => ({
  body: { ...registration, ...change },
  errors: errors ?? {},
})

const profile: Invalid[] = [{ query: {}, errors: { profile_id: required } }]
const pagesOfProfile = pages.map(({ query, errors }) => ({
  query: { ...query, profile_id: 'BR-00000000' },
  errors: errors ?? {},
}))
const sessions = {
  register: [
    whole,
    {
      body: {},
      errors: { username: required, email: required, password: required, password2: required },
    },
    registering({ password2: 'other' }, { password2: ["Passwords don't match"] }),
    registering({ username: 'ab' }, { username: ['Use at least 3 characters.'] }),
    registering({ username: 'a'.repeat(31) }, { username: ['Use at most 30 characters.'] }),
    registering(
      { username: 'a b c' },
      { username: ['Use letters, digits, dots, underscores and hyphens only.'] },
    ),
    registering({ username: 'Twofold' }, { username: ['This username is already taken.'] }),
    registering({ username: 12345 }, { username: noText }),
    registering({ email: 'nobody' }, { email: noEmail }),
    registering(
      { password: 'short', password2: 'short' },
      { password: ['Use at least 8 characters.'] },
    ),
    registering(
      { referral_code: 'nobody-knows' },
      { referral_code: ['This referral code does not exist.'] },
    ),
  ],
  login: [whole, { body: {}, errors: { username: required, password: required } }],
  logout: [whole],
  refreshToken: [{ body: {}, errors: { refresh: required } }],
  verifyToken: [{ body: { token: 1 }, errors: { token: noText } }],
  checkUsername: [
    { query: {}, errors: { username: required } },
    { query: { username: 'a' }, errors: { username: ['Use at least 3 characters.'] } },
  ],
  checkEmail: [{ query: { email: 'nobody@' }, errors: { email: noEmail } }],
  getLegalTexts: [
    { query: { language: 'fr' }, errors: { language: ['Choose one of these: en, es.'] } },
  ],
  checkReferral: [{ query: {}, errors: { code: required } }],
  stepUp: [
    { body: {}, errors: { password: required } },
    { body: { password: 'wrong' }, errors: { password: ['The password is not correct.'] } },
  ],
  confirmTotp: totpCodes,
} satisfies Partial<InvalidOf<CallName>>

const newPassword = 'another long password'

const account = {
  updateMe: [
    whole,
    { body: { auto_upgrade: 'true' }, errors: { auto_upgrade: noBoolean } },
    { body: { share_contact: 1 }, errors: { share_contact: noBoolean } },
    {
      body: { phone_number: 'call me' },
      errors: { phone_number: ['Enter a phone number, such as +1 555 010 0199.'] },
    },
    {
      body: { first_name: 'a'.repeat(81) },
      errors: { first_name: ['Use at most 80 characters.'] },
    },
    {
      body: { last_name: 'a\nb' },
      errors: { last_name: ['This field contains characters that aren’t allowed.'] },
    },
    { body: { email: 'a@b' }, errors: { email: noEmail } },
  ],
  changePassword: [
    {
      body: {},
      errors: { current_password: required, new_password: required, confirm_password: required },
    },
    {
      body: { current_password: password, new_password: newPassword, confirm_password: 'other' },
      errors: { confirm_password: ['New passwords do not match'] },
    },
    {
      body: {
        current_password: 'wrong',
        new_password: newPassword,
        confirm_password: newPassword,
      },
      errors: { current_password: ['The current password is not correct.'] },
    },
  ],
  forgotPassword: [{ body: {}, errors: { email: required } }],
  resetPassword: [
    {
      body: { token: 'x', new_password: newPassword, confirm_password: 'other' },
      errors: { confirm_password: ["Passwords don't match"] },
    },
  ],
  resendVerification: [{ body: { email: 'nobody' }, errors: { email: noEmail } }],
  listActivity: [
    ...pages,
    { query: { type: 'gifts' }, errors: { type: ['Choose an activity type.'] } },
    { query: { from: 'lately' }, errors: { from: ['Enter a date such as 2026-01-31.'] } },
  ],
  explainRewards: profile,
  getEarnings: [
    { query: { by: 'year' }, errors: { by: ['Choose day, week, or month.'] } },
    {
      query: { from: '2026-02-01', to: '2026-01-01' },
      errors: { to: ['The end of the period must be after its start.'] },
    },
  ],
  getStatement: [
    {
      query: { from: '2026-02-01', to: '2026-01-01' },
      errors: { to: ['The end of the period must be after its start.'] },
    },
    {
      query: { from: '2026-01-01', to: '2026-02-01', format: 'pdf' },
      errors: { format: ['Choose json, csv, or html.'] },
    },
  ],
  listReferrals: pages,
  sendContactMessage: [
    { body: {}, errors: { name: required, email: required, subject: required, message: required } },
  ],
  confirmClosing: [whole, { body: {}, errors: { token: required } }],
  updateEmailSettings: [whole, { body: { news: 'no' }, errors: { news: noBoolean } }],
  getTree: [{ query: { profile_id: ' ' }, errors: { profile_id: required } }],
  getTreeChildren: profile,
  getTreeCounts: profile,
  getTreePath: [...profile, ...pagesOfProfile],
  getTreeWindow: [{ query: { levels: '0' }, errors: { levels: ['Enter a whole number from 1.'] } }],
  getTreeMap: profile,
  listDownline: [
    ...profile,
    ...pagesOfProfile,
    {
      query: { profile_id: 'BR-00000000', side: 'middle' },
      errors: { side: ['Choose left or right.'] },
    },
  ],
  searchTree: [{ query: { q: '' }, errors: { q: required } }],
} satisfies Partial<InvalidOf<CallName>>

const request = {
  original_amount: '10',
  fee_amount: '0.2',
  crypto_amount: '10.2',
  cryptocurrency: 'USDT',
}

const money = {
  getTrxWallet: [{ query: { amount: '-1' }, errors: { amount: noAmount } }],
  getUsdtWallet: [{ query: { amount: '1e3' }, errors: { amount: noAmount } }],
  requestDeposit: [
    {
      body: {},
      errors: {
        crypto_amount: noAmount,
        original_amount: noAmount,
        fee_amount: noAmount,
        cryptocurrency: ['Choose TRX or USDT.'],
      },
    },
    { body: { ...request, original_amount: '10.001' }, errors: { original_amount: noAmount } },
    { body: { ...request, fee_amount: 0.201 }, errors: { fee_amount: noAmount } },
    { body: { ...request, crypto_amount: '1.0000001' }, errors: { crypto_amount: noAmount } },
  ],
  verifyDeposit: [{ body: {}, errors: { transaction_hash: required } }],
  listUnattributed: pages,
  listDeposits: pages,
  listWithdrawals: pages,
  getWithdrawalTerms: [{ query: { amount: '-1' }, errors: { amount: noAmount } }],
  requestWithdrawal: [
    { body: {}, errors: { amount: noAmount, payment_method: ['Choose TRX or USDT.'] } },
    { body: { amount: '3.001', payment_method: 'trx' }, errors: { amount: noAmount } },
    {
      body: { amount: 5, payment_method: 'usdt' },
      errors: { payment_method: ['Withdrawals are paid in TRX only.'] },
    },
  ],
} satisfies Partial<InvalidOf<CallName>>

export const invalidInputs: InvalidOf<CallName> = {
  ...sessions,
  ...account,
  ...money,
  ...consoleInputs,
  ...webhookInputs,
  ...passkeyInputs,
  ...importInputs,
  ...transparencyInputs,
}
