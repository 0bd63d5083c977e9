/** Errors that only staff can cause. */
export const staffTexts = {
  plan_missing: 'The plan {plan} is missing.',
  start_too_early: 'Choose a time in the future.',
  start_too_late: 'Choose a time within a year.',
  legal_text_unchanged: 'This text is already in force.',
  legal_text_replaced: 'This version is no longer in force. Reload the page.',
  legal_translation_exists:
    'This version already has a translation. Publish the text again to replace it.',
  legal_original: 'The original is in this language. Choose another one.',
  cursor_invalid: 'Use the link from the previous page.',
  member_unknown: 'There is no member with this name.',
  operator_unknown: 'There is no operator with this name.',
  operator_exists: 'An operator with this name already exists.',
  password_unchanged: 'Choose a password other than the current one.',
  claimed_until: 'You’ve claimed this in another window, until {time}.',
  payment_too_old: 'This transaction is older than the withdrawal.',
  payment_not_in_block: 'This transaction is not in a block yet.',
  payment_elsewhere: 'This transaction does not pay the withdrawal’s address.',
  payment_is_payout: 'This transaction is already one of our payouts.',
  payment_explained:
    'An operator explained this transaction, so it’s already booked. If it paid this withdrawal, ' +
    'suspend the member, reject the withdrawal, and take the amount back with an adjustment.',
  payout_on_chain:
    'A payout that failed is on the chain after all. Approve this again, and mark it as sent.',
  payout_maybe_on_chain:
    'We may have paid this already. Compare the chain with the ledger first. If it’s paid, ' +
    'approve this and mark it as sent.',
  payout_in_file:
    'This payout is in a file for the offline signer, and anyone with the signed file can send ' +
    'it. Try again once the file has expired, a day after the export.',
  payment_differs: 'This transaction’s amount differs from the withdrawal’s by more than 10%.',
  rate_after_block:
    'The TRX rate after this payment’s block arrives within about 36 seconds. Try again then.',
  no_rate_after_block:
    'There’s no TRX rate after this payment’s block yet, because our price sources are failing ' +
    'or a price jump isn’t confirmed. Try again once there is a current rate.',
  import_encoding: 'This file isn’t UTF-8 text. Save it as "CSV UTF-8" and try again.',
  import_empty: 'This file has no rows below its header.',
  import_too_many: 'Import at most {max} members at a time. Split the file.',
  import_row_long: 'Row {row} is too long to be a member. Check its quotation marks.',
  import_quotes: 'The quotation marks in row {row} don’t match.',
  import_column_unknown: 'We don’t know the column "{column}". Remove it.',
  import_column_twice: 'The column {column} appears twice. Remove one.',
  import_column_missing: 'The column {column} is missing.',
  import_cells: 'This row has {count} cells, and the header has {expected}.',
  import_duplicate: 'Row {row} has the same value. Remove one of them.',
  import_username_taken:
    'Someone already has this username. Choose another one, or remove the row.',
  import_email_taken: 'A member already has this email address. Remove the row.',
  import_sponsor_unknown: 'This username is neither in the file nor among the members.',
  import_sponsor_circle: 'These sponsors form a loop with this member. Correct one of them.',
  import_sponsor_failed: 'The sponsor couldn’t be imported.',
  import_row_named: 'Row {row} of this import has this username. Choose another one.',
  import_plan_unknown: 'Name plans by their letters, such as BR SI, or by their names.',
  import_plan_twice: 'Name each plan once. An import takes one seat on each.',
  import_language: 'Choose one of these languages: {languages}.',
} as const
