import type { AnyCode } from './refusals.ts'

// When each error happens and what the caller can do, for developers. The sentences for members are
// in edge-refusals.ts and texts.ts.

export const errorGuide: Record<AnyCode, string> = {
  // The request itself
  invalid_request: 'A field is missing or invalid. `errors` says which. Correct it.',
  malformed_request: 'The request isn’t valid HTTP. Check your HTTP client.',
  malformed_json: 'The body isn’t valid JSON. Check how you build it.',
  malformed_url: 'The URL contains bytes that can’t be decoded. Percent-encode it as UTF-8.',
  malformed_key: 'The Idempotency-Key is empty or over 255 characters. Send a UUID.',
  method_not_allowed: 'The path exists, but not with this method. `Allow` lists the ones that do.',
  page_not_found: 'The page is beyond the end of the list. Stop at a null `next`.',
  request_timeout: 'The request took too long to arrive. Send it again.',
  payload_too_large: 'The body is over 64 KiB. Send less.',
  uri_too_long: 'The URL is too long. Shorten the query.',
  unsupported_media_type: 'The body isn’t JSON. Send `Content-Type: application/json`.',
  expectation_failed: 'We don’t support this `Expect` header. Leave it out.',
  headers_too_large: 'The headers are too large. Send fewer cookies or shorter values.',
  rate_limited: 'Too many requests. Wait for as many seconds as `Retry-After` says.',

  // Who is calling
  not_authenticated: 'The call needs a sign-in and got none. Sign in, and send the token.',
  token_expired: 'The access token is over 15 minutes old. Refresh it and send the call again.',
  token_invalid: 'The token is unknown, or its session has ended. Sign in again.',
  login_failed: 'The username or the password is wrong. We don’t say which.',
  totp_required: 'The account has an authenticator app. Send its code as well.',
  totp_invalid: 'The code is wrong or was used already. Ask for the next one.',
  factor_locked: 'Too many wrong codes. `Retry-After` says when codes work again.',
  forbidden: 'Your role doesn’t allow this. Ask someone whose role does.',
  wrong_origin: 'A console change came from another website. Send our own `Origin`.',
  email_not_verified: 'The password is right, but the address isn’t verified. Open the link first.',
  account_suspended: 'Staff suspended the account. Only they can reinstate it.',
  member_suspended: 'Staff suspended the account. Only they can reinstate it.',
  step_up_required: 'The last password check is too long ago. Make the step-up call, then repeat.',
  totp_enrolment_required: 'Staff need an authenticator app. Set one up first.',
  password_change_required: 'This is still a first password. Change it first.',
  read_only_view: 'The token only views an account as staff. It can’t change anything.',
  self_approval: 'You made this request yourself. A different operator has to decide.',
  second_operator_required: 'This needs approval by a different operator than the last one.',

  // Idempotency
  idempotency_key_reused: 'The key was used with a different request. Create a new key.',
  idempotency_in_progress: 'The first request with this key is still running. Repeat it shortly.',

  // What the call is about
  not_found: 'It doesn’t exist, or it isn’t yours.',
  profile_not_found: 'The profile doesn’t exist, or isn’t yours or in your downline.',
  invalid_token: 'The link is wrong, expired, or was used. Ask for a new one.',
  link_used: 'The link was used before, and the account is already secured.',
  already_active: 'The profile already holds a seat. Nothing was charged.',
  insufficient_balance: 'The wallet holds less than this costs. Deposit first or ask for less.',
  wrong_state: 'It has moved on since you read it. Read it again.',
  old_revision: 'It changed since you read it. Read it again and decide on what it says now.',
  reason_required: 'A reason is required. Send one.',
  on_hold: 'It can’t be paid before the time in `detail`. Wait until then.',
  already_suspended: 'The member is already suspended. Nothing to do.',
  not_suspended: 'The member isn’t suspended. Nothing to do.',
  already_verified: 'The address is already verified. Nothing to do.',
  too_many_webhooks: 'There are as many endpoints as there can be. Remove one first.',
  webhook_disabled: 'The endpoint is disabled, so nothing is sent to it. Enable it first.',
  already_answered: 'Someone answered already. Read the answer.',
  claimed_by_another: 'A colleague is working on it. Wait, or talk to them.',
  already_decided: 'Someone has decided already. Read it again.',
  change_pending: 'A change for this operator is waiting already. Decide that one first.',
  change_outdated: 'The request is too old, or the operator has changed. Reject it and ask again.',
  last_admin: 'Nobody would be left to manage operators. Add another admin first.',
  checked_by_itself: 'The product checks this item on its own. You can’t record it.',
  totp_already_enabled: 'An authenticator app is already set up. Remove it first.',
  totp_not_enabled: 'No authenticator app is set up. Nothing to do.',
  resend_too_soon: 'One email per day and address. `next_allowed_at` says when the next can go.',

  // Plans
  draft_changed: 'The draft changed since you read it. Read it again.',
  wrong_draft_state: 'The draft’s state doesn’t allow this. Read it again.',
  unsound_catalogue: 'The plans would pay more than comes in. `detail` names the rule.',
  what_if_busy: 'Another replay is running. Wait until it is done.',

  // Deposits
  deposits_closed: 'Deposits aren’t open yet: the readiness checklist isn’t complete.',
  minimum_deposit: 'Deposits start at $2. Ask for more.',
  amount_out_of_range: 'The amount is outside what the ledger accepts. Send a smaller one.',
  figures_differ: 'The fee or the coins differ from ours. `errors` has the right amounts.',
  amount_mismatch: 'The payment isn’t the amount asked for. Accept it, or ask support.',
  failed_on_chain: 'The transaction failed on TRON, so nothing was paid. Pay again.',
  wrong_recipient: 'The transaction pays another address. Check the transaction.',
  wrong_token: 'The transaction sends another token than the request asks for.',
  already_used: 'The transaction was already credited. Nothing to do.',
  too_old: 'The transaction is older than the request. Check the transaction.',
  too_late: 'The payment came after the request closed. It is among your unmatched transfers.',
  request_paid: 'The request was already paid. This payment is among your unmatched transfers.',
  too_small: 'The transfer is worth less than the minimum fee and a cent. It is never credited.',
  needs_review: 'We check this payment by hand. We credit it or email the member.',
  confirming: 'Not enough blocks confirm it yet. Wait; it is credited automatically.',

  // Withdrawals
  minimum_withdrawal: 'Withdrawals start at $3. Ask for more.',
  below_network_fee: 'The network fee would use up the whole amount. Ask for more, or choose TRX.',
  too_many_withdrawals: 'Ten withdrawals are open. Wait until one is processed.',
  deposits_under_review: 'A payment to this member is being checked. Try again later.',
  wrong_attempt: 'The withdrawal is on a later attempt. Read it again.',
  not_as_approved: 'The payment isn’t the one that was approved.',

  // Us
  already_founded: 'The installation was set up before.',
  internal_error: 'A bug on our side. Report the `request_id`.',
  overloaded: 'Too much to do right now; nothing happened. Repeat after `Retry-After` seconds.',
  database_unavailable: 'The database is away. Repeat after `Retry-After` seconds.',
  chain_unavailable: 'The TRON nodes don’t answer. Try again in a minute.',
  rate_unavailable: 'There is no current TRX price. Try again in a minute, or use USDT.',
  rate_held_back: 'The TRX price moved sharply and isn’t confirmed yet. Try again in a minute.',
  usdt_closed: 'USDT isn’t worth one dollar right now. Use TRX, or try again later.',
  outcome_unknown:
    'We lost track of the outcome. Repeat with the same Idempotency-Key: it won’t happen twice.',
}
