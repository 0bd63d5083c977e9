import type { AnyCode } from './refusals.ts'

// When each error happens and what the caller can do, for developers. The sentences for members are
// in edge-refusals.ts and texts.ts.

export const errorGuide: Record<AnyCode, string> = {
  // The request itself
  invalid_request: 'A field is missing or invalid. Correct the fields listed in `errors`.',
  malformed_request: 'The request isn’t valid HTTP. Check your HTTP client.',
  malformed_json: 'The body isn’t valid JSON. Check how you build it.',
  malformed_url: 'The URL contains invalid bytes. Percent-encode it as UTF-8.',
  malformed_key:
    'The Idempotency-Key is empty, over 255 characters, or not printable ASCII. Send a UUID.',
  method_not_allowed: 'The path exists, but not with this method. `Allow` lists the ones that do.',
  page_not_found: 'The page is beyond the end of the list. Stop at a null `next`.',
  request_timeout: 'The request took too long to arrive. Send it again.',
  precondition_failed: 'The file isn’t the one that `If-Match` or `If-Unmodified-Since` names.',
  payload_too_large: 'The body is over 64 KiB, or 3 MiB with a file. Send less.',
  uri_too_long: 'The URL is too long. Shorten the query.',
  unsupported_media_type: 'The body isn’t JSON. Send `Content-Type: application/json`.',
  expectation_failed: 'We don’t support this `Expect` header. Leave it out.',
  headers_too_large: 'The headers are too large. Send fewer cookies or shorter values.',
  rate_limited: 'Too many requests. Repeat after `Retry-After` seconds.',

  no_proof_yet: 'No signed checkpoint includes the entry yet. Try again in a minute or two.',
  log_rests: 'The log is stopped until staff review it. Try again later.',

  // Who is calling
  not_authenticated: 'The call requires authentication. Sign in, and send the token.',
  token_expired: 'The access token is over 15 minutes old. Refresh it and send the call again.',
  token_invalid: 'The token is unknown, or its session has ended. Sign in again.',
  login_failed: 'The username or the password is wrong. We don’t reveal which.',
  totp_required: 'The account has an authenticator app. Send its code as well.',
  totp_invalid: 'The code is wrong or already used. Wait for the next one.',
  passkey_refused: 'The passkey is unknown, or its response is invalid. We don’t reveal which.',
  passkey_expired: 'The options are over 5 minutes old or already used. Request new ones.',
  passkey_required: 'The account has a passkey and no authenticator app. Use the passkey.',
  factor_locked: 'Too many wrong codes. Try again after `Retry-After` seconds.',
  forbidden: 'Your role doesn’t allow this. Ask someone whose role does.',
  wrong_origin: 'The request’s `Origin` is wrong for a console change. Send the product’s own.',
  email_not_verified: 'The password is right, but the address isn’t verified. Open the link first.',
  account_suspended: 'Staff suspended the account. Only they can reinstate it.',
  account_closed: 'The member closed the account. Support can reopen it.',
  member_suspended: 'Staff suspended the account. Only they can reinstate it.',
  step_up_required: 'The last step-up is too old. Make the step-up call, then repeat the call.',
  totp_enrolment_required: 'Staff need a passkey or an authenticator app. Set one up first.',
  password_change_required: 'This is still a first password. Change it first.',
  read_only_view: 'The token is for a read-only staff view. It can’t change anything.',
  self_approval: 'You made this request, or it is about you. A different operator must decide.',
  second_operator_required: 'This needs approval by a different operator than the last one.',

  // Idempotency
  idempotency_key_reused: 'The key was used with a different request. Create a new key.',
  idempotency_in_progress: 'The first request with this key is still running. Repeat it shortly.',

  // What the call is about
  not_found: 'It doesn’t exist, or it isn’t yours.',
  profile_not_found: 'The profile doesn’t exist, or isn’t yours or in your downline.',
  invalid_token: 'The link is invalid, expired, or already used. Request a new one.',
  link_used: 'The link was used, or an earlier email address has the account again.',
  already_active: 'The profile already holds a seat. Nothing was charged.',
  insufficient_balance: 'The wallet’s balance is too low. Deposit first, or request less.',
  wrong_state: 'Its state has changed since you read it. Read it again.',
  old_revision: 'It changed since you read it. Read it again and decide on what it says now.',
  reason_required: 'A reason is required. Send one.',
  on_hold: 'It can’t be paid before the time in `detail`. Wait until then.',
  closing_open_money:
    'The wallet holds enough to withdraw, a withdrawal is open, or a deposit is on its way.',
  not_closed: 'The member’s account is open. Nothing to do.',
  already_suspended: 'The member is already suspended. Nothing to do.',
  not_suspended: 'The member isn’t suspended. Nothing to do.',
  already_verified: 'The address is already verified. Nothing to do.',
  too_many_keys: 'You have reached the maximum number of API keys. Revoke one first.',
  too_many_views: 'The operator has the maximum number of saved views. Delete one first.',
  too_many_incidents: 'You have reached the maximum number of open incidents. Resolve one first.',
  incident_changed: 'The incident has a newer update. Read it before you post yours.',
  too_many_updates: 'The incident has the maximum number of updates. Report a new one.',
  already_revoked: 'The key is already revoked. Nothing to do.',
  too_many_webhooks: 'You have reached the maximum number of endpoints. Remove one first.',
  webhook_disabled: 'The endpoint is disabled, so nothing is sent to it. Enable it first.',
  already_answered: 'Someone answered already. Read the answer.',
  claimed_by_another: 'A colleague is working on it. Wait, or talk to them.',
  claimed_elsewhere:
    'You claimed it with another `window`, and may have paid it there. If you haven’t, claim it ' +
    'with `take_over`.',
  already_decided: 'Someone has already decided. Read it again.',
  change_pending: 'A change for this operator is already pending. Decide that one first.',
  change_outdated:
    'The request is too old, or the operator has changed. Reject it and make a new one.',
  last_admin: 'This would remove the last admin. Add another admin first.',
  checked_by_itself: 'The product checks this item on its own. You can’t record it.',
  totp_already_enabled: 'An authenticator app is already set up. Remove it first.',
  totp_not_enabled: 'No authenticator app is set up. Nothing to do.',
  too_many_passkeys: 'The account has the maximum number of passkeys. Remove one first.',
  passkey_exists: 'This passkey is already registered. Nothing to do.',
  last_second_factor: 'Staff keep at least one second factor. Add another one first.',
  resend_too_soon:
    'We send one email per day and address. `next_allowed_at` is the next possible time.',

  // Plans
  draft_changed: 'The draft changed since you read it. Read it again.',
  draft_outdated:
    'Another catalog took effect after the draft was saved. Review it and save it again.',
  wrong_draft_state: 'The draft’s state doesn’t allow this. Read it again.',
  unsound_catalogue: 'The plans would pay more than comes in. `detail` names the rule.',
  wrong_import_state: 'Another operator has already decided. Read the import again.',
  import_changed: 'The import has more or fewer failed rows than expected. Read it again.',
  import_has_faults: 'The file has invalid rows. Check it, correct the rows, and propose it again.',
  too_many_imports:
    'Twenty imports are already waiting for approval. Approve or discard one of them.',
  import_already_open:
    'An import of the same file is proposed or under way. Wait for it, or discard it.',
  correction_pending: 'A correction of the row is already pending. Decide that one first.',
  placement_busy: 'Another simulation is running. Try again in a few seconds.',
  what_if_busy: 'Another replay is running. Wait until it is done.',

  // Deposits
  deposits_closed: 'Deposits aren’t open yet: the readiness checklist isn’t complete.',
  minimum_deposit: 'The minimum deposit is $2. Request more.',
  maximum_trx_deposit:
    'A request in TRX has a maximum, which `detail` names. Use USDT, or make several.',
  amount_out_of_range: 'The amount is outside what the ledger accepts. Send a smaller one.',
  figures_differ: 'The fee or the coins differ from ours. `errors` has the right amounts.',
  amount_mismatch: 'The payment differs from the requested amount. Accept it, or contact support.',
  failed_on_chain: 'The transaction failed on TRON, so nothing was paid. Pay again.',
  wrong_recipient: 'The transaction pays a different address. Check the transaction.',
  wrong_token: 'The transaction sends a different token from the request’s.',
  already_used: 'The transaction was already credited. Nothing to do.',
  too_old: 'The transaction is older than the request. Check the transaction.',
  too_late: 'The payment came after the request closed. It is among your unmatched transfers.',
  request_paid: 'The request was already paid. This payment is among your unmatched transfers.',
  too_small: 'The transfer is worth less than the minimum fee and a cent. It is never credited.',
  coins_missing:
    'The nodes report TRX from a contract, but no such balance. Compare both with an explorer.',
  needs_review: 'Staff are reviewing this payment. We will credit it or email the member.',
  confirming: 'It doesn’t have enough confirmations yet. Wait. It is credited automatically.',

  // Withdrawals
  minimum_withdrawal: 'The minimum withdrawal is $3. Request more.',
  below_network_fee: 'The network fee would use up the whole amount. Request more, or choose TRX.',
  address_differs: 'The payout address on the profile isn’t the one sent. Show the new one first.',
  too_many_withdrawals: 'Ten withdrawals are open. Wait until one is processed.',
  deposits_under_review: 'A payment to this member is being checked. Try again later.',
  wrong_attempt: 'The withdrawal is on a later attempt. Read it again.',
  not_as_approved: 'The payment isn’t the one that was approved.',

  // Us
  older_rules: 'Processes of an older version still run. Try again in a minute.',
  paid_board: 'Import under a member without paid seats there, or let the member register.',
  already_founded: 'The installation was set up before.',
  internal_error: 'A bug on our side. Report the `request_id`.',
  overloaded: 'The server is overloaded, and nothing happened. Repeat after `Retry-After` seconds.',
  database_unavailable: 'The database is unavailable. Repeat after `Retry-After` seconds.',
  address_pending:
    'The member’s first deposit address isn’t ready. Try again after a `deposit` event.',
  chain_unavailable: 'The TRON nodes aren’t responding. Try again in a minute.',
  rate_unavailable: 'There is no current TRX price. Try again in a minute, or use USDT.',
  rate_held_back: 'The TRX price moved sharply and isn’t confirmed yet. Try again in a minute.',
  usdt_closed: 'USDT isn’t worth one dollar right now. Use TRX, or try again later.',
  outcome_unknown:
    'The outcome is unknown. Repeat with the same Idempotency-Key. It won’t happen twice.',
}
