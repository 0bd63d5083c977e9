import { edgeRefusals, type EdgeCode } from '../refusals/edge-refusals.ts'
import { eventTexts, rewardTexts } from './activity-texts.ts'
import { evidenceTexts } from './evidence-texts.ts'
import { staffTexts } from './staff-texts.ts'
import { fill, type ParamsOf, type TextParams } from './text.ts'
import { unsoundTexts } from './unsound-catalog.ts'
import { keysOf, recordOf } from '../../domain/records.ts'

// Every sentence that the server sends, in addition to those of edge-refusals.ts, by its code. The
// wire carries code and values, and the English in `detail` for other clients. The web app reads
// its Spanish from src/web/i18n/es.po, where `npm run messages` adds each code of `templates`.
// Texts marked as fixed must stay word for word.

/** Fixed. */
const fixedTexts = {
  amount_invalid: 'Please enter a valid amount',
  minimum_deposit: 'Minimum deposit amount is $2',
  minimum_withdrawal: 'Minimum withdrawal is $3',
  maximum_withdrawal: 'Insufficient balance. Maximum withdrawal is ${amount}',
  wallet_address_missing: 'Please set a valid TRX wallet address in your profile',
  passwords_differ: "Passwords don't match",
  new_passwords_differ: 'New passwords do not match',
  recovery_sent: "If an account exists with this email, we've sent password recovery instructions.",
  logged_out: 'Logged Out',
  profile_activated: 'Profile Activated',
} as const

/** Why the rules reject a command. */
const ruleTexts = {
  older_rules:
    'The ledger accepts this once all processes run this version. Try again in a minute.',
  paid_board: 'An imported seat here would take a position for which a paying member must be paid.',
  already_founded: 'The product is already set up.',
  not_found: 'Not found',
  already_active: 'This profile is already active.',
  insufficient_balance: 'Insufficient balance. Your wallet holds ${amount}.',
  member_suspended: 'This account is suspended. Please contact support.',
  already_used: 'This transaction has already been credited.',
  below_network_fee:
    'The USDT network fee is ${amount}, which leaves nothing to pay out. Try a larger amount.',
  too_many_withdrawals: 'You have too many open withdrawals. Please wait until one is processed.',
  request_closed: 'This request is already closed.',
  wrong_state: 'The request’s current state doesn’t allow this.',
  withdrawal_paid_late:
    'The payment of this withdrawal is already on its way, so you can’t cancel it.',
  withdrawal_claimed:
    'We may be paying this withdrawal right now, so you can’t cancel it. Try again in ten minutes.',
  withdrawal_signed:
    'We may have paid this withdrawal already, so you can’t cancel it. We’ll know within a day.',
  withdrawal_maybe_paid:
    'We may have paid this withdrawal already, so you can’t cancel it until we know.',
  old_revision: 'This has changed since you opened it. Reload and try again.',
  second_operator_required: 'Another operator has to approve this.',
  wrong_attempt: 'This withdrawal is now on attempt {attempt}.',
  not_as_approved: 'This payment isn’t the one that was approved.',
  on_hold: 'This is on hold until {time}. Try again after that.',
  reason_required: 'Please give a reason.',
  ...unsoundTexts,
} as const

/** Errors of fields. */
const fieldTexts = {
  required: 'This field is required.',
  unsafe_characters: 'This field contains characters that aren’t allowed.',
  invalid_value: 'This value is not valid.',
  too_short: 'Use at least {min} characters.',
  too_long: 'Use at most {max} characters.',
  too_few: 'Include at least {min}.',
  too_many: 'Include at most {max}.',
  wrong_count: 'Include exactly {count}.',
  enter_list: 'Enter a list.',
  enter_text: 'Enter text.',
  enter_number: 'Enter a number.',
  enter_one_number: 'Enter one number.',
  enter_whole_number: 'Enter a whole number.',
  enter_page_number: 'Enter a whole number from 1.',
  number_too_small: 'Enter at least {min}.',
  number_too_large: 'Enter at most {max}.',
  enter_boolean: 'Enter true or false.',
  enter_date: 'Enter a date such as 2026-01-31.',
  choose_one_of: 'Choose one of these: {choices}.',
  choose_role: 'Choose a role.',
  choose_state: 'Choose a state.',
  choose_item: 'Choose at least one.',
  enter_time: 'Enter a time.',
  choose_coin: 'Choose TRX or USDT.',
  choose_step: 'Choose day, week, or month.',
  choose_side: 'Choose left or right.',
  choose_format: 'Choose json, csv, or html.',
  choose_activity_type: 'Choose an activity type.',
  period_reversed: 'The end of the period must be after its start.',
  period_too_long: 'A period has at most {max} steps. Choose a shorter one.',
  period_too_full: 'This period has more than 10,000 entries. Choose a shorter one.',
  email_invalid: 'Enter a valid email address.',
  phone_invalid: 'Enter a phone number, such as +1 555 010 0199.',
  username_misleading: 'This username looks like one of ours. Choose another one.',
  username_like_link: 'Choose a username that does not look like a web address.',
  username_characters: 'Use letters, digits, dots, underscores and hyphens only.',
  username_taken: 'This username is already taken.',
  referral_code_unknown: 'This referral code does not exist.',
  terms_required: 'Please accept the current terms.',
  privacy_required: 'Please accept the current privacy notice.',
  password_wrong: 'The password is not correct.',
  current_password_wrong: 'The current password is not correct.',
  password_common: 'This password is too common. Choose another one.',
  password_like_name: 'This password is too similar to a name. Choose another one.',
  code_wrong: 'The code is not valid.',
  fee_differs: 'The fee is ${ours}, not ${yours}.',
  crypto_differs: 'The amount to pay is {ours} {coin}, not {yours} {coin}.',
  network_fee_differs:
    'The network fee is now ${ours}, not ${yours}. Check the new amounts and try again.',
  trx_deposit_maximum:
    'The maximum in TRX is ${amount} per deposit. Use USDT, or make several deposits.',
  transaction_hash_invalid: 'Enter a transaction hash of 64 hexadecimal digits.',
  trx_only: 'Withdrawals are paid in TRX only.',
  view_name_taken: 'You already have a view with this name. Choose another one.',
  key_name_taken: 'A key has or had this name. Choose another one.',
  webhook_url_invalid: 'Enter an https URL without a username, a password, or a fragment.',
  webhook_url_private: 'This address isn’t public. Enter one that the internet can reach.',
  webhook_url_unknown: 'We couldn’t find this host. Check the URL.',
  usdt_payouts_closed: 'Withdrawals can’t be paid in USDT at the moment. Please choose TRX.',
} as const

/** Errors of wallet addresses. */
const addressTexts = {
  address_empty: 'Enter a TRON address.',
  address_surrounding_spaces: 'The address has spaces or invisible characters around it.',
  address_not_base58: 'The address has a character that TRON addresses never have.',
  address_wrong_length: 'A TRON address has 34 characters.',
  address_wrong_checksum: 'The address has a typing error: its checksum does not match.',
  address_hex_form: 'This is the hexadecimal form. Enter the form that starts with T.',
  address_evm_form: 'This is an Ethereum-style address. Enter the TRON address that starts with T.',
  address_not_tron: 'This address belongs to another network, not to TRON.',
  address_ours: 'This address belongs to Twofold. Enter the address of your own wallet.',
  address_nobodys: 'Nobody owns this address. Anything sent to it would be lost.',
  wallet_address_ours:
    'The wallet address in your profile belongs to Twofold. Please set your own address.',
} as const

/** Results of a transaction or transfer. */
const transferTexts = {
  deposit_verified: 'Deposit verified: ${amount} has been added to your wallet.',
  transaction_not_found: 'We haven’t found this transaction on the TRON network yet.',
  confirming_progress:
    'The network confirmed {confirmations} of {required} blocks. We’ll credit it automatically.',
  transaction_failed: 'This transaction failed on the TRON network ({reason}). Nothing was paid.',
  token_not_credited: 'This transaction sends a token that we don’t credit.',
  received_worth: 'The amount received is worth ${amount}.',
  received_worth_at_rate: 'The amount received is worth ${amount} at ${rate} per TRX.',
  transfer_too_small:
    'This is worth less than ${amount}, so nothing is left to credit after the minimum fee.',
  held_contract:
    'A smart contract sent this TRX. Accept it yourself: it isn’t credited automatically.',
  held_usdt_price:
    'USDT wasn’t worth one dollar when this arrived. You can accept it once it is again.',
  held_late_rate: 'We had no TRX rate when this arrived. Our team will check it and credit it.',
  no_request_open: 'No deposit request was open when this arrived.',
  amount_differs: 'The amount differs from what request {request} asked for.',
} as const

/** Limits that last for longer than a moment. */
const limitTexts = {
  rate_limited_minutes: 'Too many requests. Please try again in {minutes} minutes.',
  rate_limited_hours: 'Too many requests. Please try again in {hours} hours.',
} as const

/** Confirmations of completed actions. */
const successTexts = {
  registered: 'Registration successful. Please check your email to verify your address.',
  closing_asked: 'We emailed you a link. Open it within 48 hours to close your account.',
  account_closed_now: 'Your account is closed.',
  email_verified: 'Your email address is verified. You can sign in now.',
  verification_sent:
    "If an account with this email is waiting for verification, we've sent a new link.",
  email_replaced: 'Your email address was changed. You can sign in now.',
  recovery_limit:
    'We’ve emailed this address several links, if an account exists with it. Each works for an ' +
    'hour, until you use one. Check your spam folder and your trash, too. ' +
    'In an hour at the latest, you can ask for another one.',
  confirm_new_email: 'Confirm that this is your new email address.',
  account_secured: 'Your account is secured. We emailed you a link to set a new password.',
  account_secured_check:
    'Your account is secured. We emailed you a link to set a new password. Afterward, check ' +
    'your passkeys and two-step verification, because older ones still work.',
  password_changed: 'Your password was changed.',
  password_set: 'Your password was changed. You can sign in now.',
  message_received: 'Thank you. We have received your message and will answer by email.',
  username_available: 'This username is available.',
  email_usable: 'This email address can be used.',
  totp_set_up: 'Two-step verification is set up.',
  totp_removed: 'Two-step verification is removed.',
  passkey_removed: 'The passkey is removed.',
  session_ended: 'The session has ended.',
  other_sessions_ended: 'All other sessions have ended.',
} as const

const texts = {
  ...fixedTexts,
  ...ruleTexts,
  ...fieldTexts,
  ...addressTexts,
  ...transferTexts,
  ...limitTexts,
  ...successTexts,
  ...eventTexts,
  ...rewardTexts,
  ...staffTexts,
  ...evidenceTexts,
} as const

type Own = typeof texts
export type TextCode = keyof Own | EdgeCode

/** A sentence on the wire, next to its English. */
export type Text = { code: TextCode; params: TextParams }

/** The English text of every code, with its values in braces. */
export const templates: Readonly<Record<TextCode, string>> = {
  ...recordOf(keysOf(edgeRefusals), (code) => edgeRefusals[code].text),
  ...texts,
}

/** A sentence by its code, with exactly the values that its template names. */
export const text = <C extends TextCode>(
  code: C,
  ...[params]: C extends keyof Own ? ParamsOf<Own[C]> : []
): Text => ({ code, params: params ?? {} })

let product = 'Twofold'

/** Sets the product's name in sentences, for a process with another brand. */
export function nameProduct(name: string): void {
  product = name
}

/** The sentence in English, for API clients to read in `detail`. */
export const english = ({ code, params }: Text): string =>
  fill(
    templates[code].replace('Twofold', () => product),
    params,
  )

/** An answer that consists of a sentence. */
export const answerText = (said: Text): { detail: string; text: Text } => ({
  detail: english(said),
  text: said,
})

/** A validator's error has only one string, so we encode the code in it. */
export const issueText = <C extends TextCode>(...args: Parameters<typeof text<C>>): string =>
  JSON.stringify(text(...args))

/** The text encoded in such a string. */
export const readIssue = (message: string): Text => JSON.parse(message) as Text // ours: issueText
