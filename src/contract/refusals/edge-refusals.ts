// Every reason to reject a call before the rules see it, with its HTTP status and its sentence for
// the caller. The rules' own refusals are in refusals.ts. The wording of login_failed,
// resend_too_soon, and profile_not_found is fixed (docs/product.md).

type Text = { status: number; text: string }

export const edgeRefusals = {
  invalid_request: { status: 400, text: 'Some fields are not valid. Check them and try again.' },
  malformed_request: { status: 400, text: 'The request is not valid HTTP.' },
  malformed_json: { status: 400, text: 'The request is not valid JSON.' },
  malformed_url: { status: 400, text: 'The URL of the request is not valid.' },
  malformed_key: {
    status: 400,
    text: 'The Idempotency-Key must have 1 to 255 printable ASCII characters.',
  },
  figures_differ: {
    status: 400,
    text: 'These amounts differ from ours. Check them and try again.',
  },
  maximum_trx_deposit: {
    status: 400,
    text: 'This is too much for one deposit in TRX. Use USDT, or make several deposits.',
  },
  invalid_token: { status: 400, text: 'This link is invalid or has expired.' },
  passkey_refused: {
    status: 400,
    text: 'This passkey didn’t work. Try again, or sign in another way.',
  },
  passkey_expired: { status: 400, text: 'This took too long. Please try again.' },
  not_authenticated: { status: 401, text: 'Please sign in to continue.' },
  token_expired: { status: 401, text: 'Your session has expired. Please sign in again.' },
  token_invalid: { status: 401, text: 'Your session is not valid. Please sign in again.' },
  login_failed: { status: 401, text: 'Login failed. Please check your credentials.' },
  totp_required: { status: 401, text: 'Enter the code from your authenticator app.' },
  totp_invalid: { status: 401, text: 'The code from your authenticator app is not valid.' },
  forbidden: { status: 403, text: 'You are not allowed to do this.' },
  wrong_origin: { status: 403, text: 'This request did not come from our own pages.' },
  email_not_verified: {
    status: 403,
    text: 'Please verify your email address before you sign in.',
  },
  account_suspended: { status: 403, text: 'This account is suspended. Please contact support.' },
  account_closed: {
    status: 403,
    text: 'This account is closed. Our support can reopen it.',
  },
  step_up_required: { status: 403, text: 'Please enter your password to continue.' },
  totp_enrolment_required: {
    status: 403,
    text: 'Set up a passkey or an authenticator app before you continue.',
  },
  password_change_required: {
    status: 403,
    text: 'Choose a password of your own before you continue.',
  },
  passkey_required: { status: 403, text: 'Use your passkey to continue.' },
  read_only_view: {
    status: 403,
    text: 'You’re viewing this account as staff. Changes are disabled.',
  },
  deposits_closed: { status: 403, text: 'Deposits are not open yet.' },
  self_approval: { status: 403, text: 'Another operator has to decide this.' },
  not_found: { status: 404, text: 'Not found' },
  profile_not_found: { status: 404, text: 'Profile not found' },
  no_proof_yet: {
    status: 404,
    text: 'The public log doesn’t have this yet. Try again in a few minutes.',
  },
  page_not_found: { status: 404, text: 'This page does not exist.' },
  method_not_allowed: { status: 405, text: 'This URL doesn’t support that method.' },
  idempotency_key_reused: {
    status: 409,
    text: 'This Idempotency-Key was already used for another request.',
  },
  idempotency_in_progress: {
    status: 409,
    text: 'The request with this Idempotency-Key is still running. Please try again shortly.',
  },
  totp_already_enabled: { status: 409, text: 'Two-step verification is already set up.' },
  totp_not_enabled: { status: 409, text: 'Two-step verification is not set up.' },
  too_many_passkeys: { status: 409, text: 'There are 10 passkeys already. Remove one first.' },
  passkey_exists: { status: 409, text: 'This device already has a passkey here.' },
  last_second_factor: {
    status: 409,
    text: 'This is your only second factor. Set up another one before you remove it.',
  },
  link_used: {
    status: 409,
    text: 'This link no longer works. It was used, or an earlier email address has the account.',
  },
  already_suspended: { status: 409, text: 'This member is already suspended.' },
  not_suspended: { status: 409, text: 'This member is not suspended.' },
  closing_open_money: {
    status: 409,
    text: 'Withdraw your balance first, and wait for open withdrawals and deposits on their way.',
  },
  not_closed: { status: 409, text: 'This account is not closed.' },
  claimed_by_another: { status: 409, text: 'Another operator is working on this.' },
  claimed_elsewhere: { status: 409, text: 'You’ve claimed this in another window.' },
  already_decided: { status: 409, text: 'This has already been decided.' },
  change_pending: { status: 409, text: 'A change for this operator is already awaiting approval.' },
  change_outdated: {
    status: 409,
    text: 'This request is too old, or its basis has changed. Reject it and submit a new one.',
  },
  last_admin: { status: 409, text: 'This would leave no one who can manage operators.' },
  draft_changed: {
    status: 409,
    text: 'The draft has changed since you opened it. Reload and try again.',
  },
  draft_outdated: {
    status: 409,
    text: 'Another catalog has taken effect. Review the draft, save it, and propose it again.',
  },
  wrong_draft_state: { status: 409, text: 'The draft’s current state doesn’t allow this.' },
  wrong_import_state: { status: 409, text: 'The import’s current state doesn’t allow this.' },
  import_changed: {
    status: 409,
    text: 'Other rows have failed or been retried meanwhile. Check them, and try again.',
  },
  import_has_faults: { status: 409, text: 'The file has rows with errors. Check it again.' },
  too_many_imports: {
    status: 409,
    text: 'Too many imports are waiting for another admin. Approve or discard one first.',
  },
  import_already_open: {
    status: 409,
    text: 'The same file already waits for approval, or is being imported.',
  },
  correction_pending: {
    status: 409,
    text: 'A correction of this row is already awaiting approval.',
  },
  placement_busy: {
    status: 409,
    text: 'Other files are being placed right now. Try again in a moment.',
  },
  too_many_views: { status: 409, text: 'You’ve saved 100 views already. Delete one first.' },
  what_if_busy: { status: 409, text: 'Another replay is running. Please wait until it finishes.' },
  already_verified: { status: 409, text: 'This email address is already verified.' },
  checked_by_itself: { status: 409, text: 'This item is checked automatically.' },
  too_many_keys: { status: 409, text: 'There are 50 API keys already. Revoke one first.' },
  too_many_incidents: {
    status: 409,
    text: 'There are 20 open incidents already. Resolve one first.',
  },
  incident_changed: {
    status: 409,
    text: 'Someone has posted an update meanwhile. Close this form, read it, and post yours.',
  },
  too_many_updates: { status: 409, text: 'This incident has 100 updates. Report a new one.' },
  already_revoked: { status: 409, text: 'This API key is already revoked.' },
  too_many_webhooks: { status: 409, text: 'There are 20 webhooks already. Remove one first.' },
  webhook_disabled: { status: 409, text: 'This webhook is disabled. Enable it first.' },
  already_answered: { status: 409, text: 'This message has already been answered.' },
  address_differs: {
    status: 409,
    text: 'Your wallet address has changed. Check the new one and try again.',
  },
  amount_mismatch: { status: 409, text: 'The amount received does not match this request.' },
  failed_on_chain: {
    status: 409,
    text: 'This transaction failed on the TRON network. Nothing was paid.',
  },
  wrong_recipient: { status: 409, text: 'This transaction does not pay your deposit address.' },
  wrong_token: {
    status: 409,
    text: 'This transaction sends a different token than this request asks for.',
  },
  too_old: { status: 409, text: 'This transaction is older than the deposit request.' },
  too_late: {
    status: 409,
    text: 'This payment came too late for this request. It is among your unmatched transfers.',
  },
  request_paid: {
    status: 409,
    text: 'This request was already paid. This payment is among your unmatched transfers.',
  },
  too_small: { status: 409, text: 'This amount is too small to be credited.' },
  needs_review: {
    status: 409,
    text: 'We need to check this payment first. We’ll credit it, or write to you, once we have.',
  },
  coins_missing: {
    status: 409,
    text: 'The nodes don’t confirm that the deposit address holds this TRX. Nothing was credited.',
  },
  deposits_under_review: {
    status: 409,
    text: 'We’re checking a payment to your deposit address. Withdrawals reopen once that’s done.',
  },
  confirming: { status: 409, text: 'The network has not confirmed this transaction yet.' },
  request_timeout: { status: 408, text: 'The request took too long to arrive.' },
  precondition_failed: { status: 412, text: 'This file has changed. Load it again.' },
  payload_too_large: { status: 413, text: 'The request is too large.' },
  uri_too_long: { status: 414, text: 'The URL of the request is too long.' },
  unsupported_media_type: { status: 415, text: 'Send the request as application/json.' },
  expectation_failed: { status: 417, text: 'We can’t meet the expectation of the request.' },
  rate_limited: { status: 429, text: 'Too many requests. Please wait a moment and try again.' },
  factor_locked: {
    status: 429,
    text: 'Too many wrong codes. Codes from your app are locked for now. Try again later.',
  },
  resend_too_soon: {
    status: 429,
    text: 'You can only request a new verification email once per day.',
  },
  headers_too_large: { status: 431, text: 'The headers of the request are too large.' },
  internal_error: { status: 500, text: 'Something went wrong on our side. Please try again.' },
  overloaded: { status: 503, text: 'We are very busy. Please try again in a moment.' },
  database_unavailable: {
    status: 503,
    text: 'We can’t reach the database right now. Please try again shortly.',
  },
  address_pending: {
    status: 503,
    text: 'We’re still creating your deposit address. It appears as soon as it’s ready.',
  },
  chain_unavailable: {
    status: 503,
    text: 'We can’t reach the TRON network right now. Please try again shortly.',
  },
  rate_unavailable: {
    status: 503,
    text: 'There is no current TRX rate. USDT is not affected; please try TRX again shortly.',
  },
  rate_held_back: {
    status: 503,
    text: 'The TRX price just moved sharply. TRX is paused until the new price is confirmed.',
  },
  usdt_closed: {
    status: 503,
    text: 'USDT isn’t trading close to one dollar, so USDT deposits are paused. Please use TRX.',
  },
  log_rests: {
    status: 503,
    text: 'The public log is paused, so there’s no proof of this yet. Your money isn’t affected.',
  },
  outcome_unknown: {
    status: 503,
    text: 'We couldn’t confirm whether this went through. Check before you try again.',
  },
} as const satisfies Record<string, Text>

export type EdgeCode = keyof typeof edgeRefusals
