// Our texts to members outside the web app, in English: emails, statements, and the page behind an
// unsubscribe link. Catalogs have these texts in other languages, as `email.<code>`. A text with
// values is one literal, because the checker reads its values from there.

export const english = {
  hello: 'Hello {name},',
  hello_visitor: 'Hello,',
  unknown_device: 'unknown',
  time: 'Time',
  security_footnote: 'We send this email whenever something changes the security of your account.',
  money_footnote: 'We send this email whenever your money moves.',
  news_footnote: 'You get this email because news emails are on in your account.',
  unsubscribe: 'Unsubscribe',
  contact_support: 'Contact support',
  sign_in: 'Sign in',
  hold: 'To protect you, we hold withdrawals that aren’t sent yet for {hours} hours.',
  security_notice: 'Security notice: {what}',

  verify_subject: 'Verify your email address',
  verify_welcome:
    'Welcome to Twofold. Verify your email address to finish your registration. The link works ' +
    'for 48 hours.',
  verify_not_you:
    'If you didn’t choose this username, don’t use the link: someone else entered your address.',
  verify_button: 'Verify email address',
  verify_footnote: 'You get this email because someone registered with Twofold using this address.',
  username: 'Username',

  known_subject: 'You already have an account',
  known_text: `Someone, probably you, tried to register with Twofold using this email address. You \
already have an account, "{name}", so we didn’t create another one.`,
  known_forgot:
    'Forgot your password? Choose "Forgot password?" on the sign-in page to set a new one.',
  known_footnote: 'If this wasn’t you, you don’t need to do anything.',

  invite_subject: 'Your Twofold account is ready',
  invite_text:
    'Your membership has moved to Twofold. Your username is {name}. Choose a password to sign in.',
  invite_how:
    'Enter this email address on the page, and we’ll send you a link to set your password.',
  invite_button: 'Choose a password',
  invite_footnote: 'You get this email because the company that you joined uses Twofold now.',

  reset_subject: 'Reset your password',
  reset_text: 'You can set a new password now. The link works once, for one hour.',
  reset_button: 'Set a new password',
  reset_footnote: 'If you didn’t ask for this, ignore this email. Your password stays the same.',

  new_address_subject: 'Confirm your new email address',
  new_address_text: 'Confirm that this is your new email address. The link works for 48 hours.',
  new_address_button: 'Confirm email address',
  new_address_footnote: 'Your current address stays on file until you confirm this one.',

  password_changed: 'Your password was changed',
  wallet_changed: 'Your wallet address was changed',
  email_asked: 'A change to your email address was requested',
  email_changed: 'Your email address was changed',
  totp_enabled: 'Two-step verification was turned on',
  totp_disabled: 'Two-step verification was turned off',
  passkey: 'Passkey',
  passkey_added: 'A passkey was added to your account',
  passkey_removed: 'A passkey was removed from your account',
  passkey_one:
    'You can still sign in with your passkey. Check it in your account, and remove it if you ' +
    'don’t recognize it.',
  passkey_other: `You can still sign in with your {count} passkeys. Check them in your account, \
and remove those you don’t recognize.`,
  totp_remains:
    'Two-step verification is still on, because it was turned on earlier. If you didn’t do that, ' +
    'contact us.',
  reopened_settings:
    'Your account had been closed. We opened it again. Auto upgrade and news emails are off, ' +
    'because closing turns them off. You can turn them on again in your account.',
  copied_passkey: 'We refused a passkey',
  copied_passkey_text:
    'Someone used a passkey for your account in a way that suggests it was copied. We ' +
    'refused it.',
  copied_passkey_advice: 'Remove this passkey in your account, and add a new one.',
  dispute:
    'If this wasn’t you, use the button below within 72 hours. It signs out every device, ' +
    'cancels pending changes, holds withdrawals, and emails you a link to set a new password.',
  dispute_button: 'This wasn’t me',
  now_on_file: 'This email address is now on file',
  now_on_file_text: 'We’ll write to you at this address from now on.',
  changed_back: 'Your email address was changed back',
  changed_back_text:
    'The owner of the previous email address told us that they didn’t make the change to this ' +
    'one. The previous address is on file again.',
  taken_back_former:
    'This address was the account’s until recently. Someone with a later address told us that ' +
    'they didn’t make a change, and has the account again. If the account is yours, use the ' +
    'button “This wasn’t me” in our earlier email. It gives the account back to you.',
  moved_back_text:
    'Someone who was signed in changed the account’s email address from this one back to the ' +
    'previous one. If that wasn’t you, contact us.',
  new_device: 'New sign-in',
  new_device_text: 'Someone signed in to your account from a new device: {device}.',
  wrong_code: 'Wrong authenticator code',
  wrong_code_text: 'Someone who is signed in to your account entered a wrong authenticator code.',
  locked_code: 'Authenticator codes are locked',
  locked_code_one:
    'Someone who is signed in to your account entered ten wrong authenticator codes. ' +
    'We don’t accept codes from your app for one hour. Your recovery codes still work.',
  locked_code_other: `Someone who is signed in to your account entered ten wrong authenticator \
codes. We don’t accept codes from your app for {count} hours. Your recovery codes \
still work.`,
  session_ended: 'We ended a session',
  session_ended_text: `Someone reused an old session token for your account, which suggests it \
was stolen. We ended that session. Its device: {device}.`,
  session_ended_advice: 'Sign in again to continue.',
  recovery_code: 'A recovery code was used',
  recovery_code_text: `Someone used one of your recovery codes instead of the authenticator \
app. You have {count} left.`,
  closing_subject: 'Confirm that you want to close your account',
  closing_text:
    'Use the button below to close your account. It signs out every device, and nobody can sign ' +
    'in afterwards. The link works for 48 hours.',
  closing_not_you:
    'If you didn’t ask for this, don’t use the link, and change your password: someone else is ' +
    'signed in to your account.',
  closing_button: 'Close my account',
  closed_subject: 'Your account is closed',
  closed_text:
    'Your account is closed, and every device is signed out. Your seats stay in the network. ' +
    'Whatever they still earn stays yours, in your wallet.',
  closed_reopen: `Changed your mind? For {days} days, our support reopens the account when you \
write from this email address. After that, we also have to check who you are.`,
  closed_former:
    'This address was the account’s until recently. If you didn’t change it or close the ' +
    'account, use the button “This wasn’t me” in our earlier email. It gives the account back to ' +
    'you, and opens it again.',
  account_reopened: 'Your account is open again',
  account_reopened_text:
    'Our support reopened your account, as you asked. You can sign in with your password.',
  suspended: 'Your account is suspended',
  suspended_text:
    'Our staff suspended your account. You can’t sign in or withdraw until it is open again.',
  suspended_balance: 'Your balance stays yours. Contact our support.',
  reinstated: 'Your account is open again',
  reinstated_text: 'Your account is open again. Sign in as before.',

  answer_footnote: 'You get this email because you wrote to us through our contact form.',

  open_deposits: 'Open your deposits',
  open_withdrawals: 'Open your withdrawals',
  open_profile: 'See your profile',
  open_activity: 'Open your activity',
  address: 'Address',
  transaction: 'Transaction',
  received: 'Received',
  amount: 'Amount',
  fee: 'Fee',
  reason: 'Reason: {reason}',
  credited_subject: 'Your deposit has been credited',
  credited_text: '{amount} is now in your wallet.',
  credited: 'Credited',
  deposit_fee: 'Deposit fee',
  waiting_subject: 'A payment is waiting for you to accept it',
  waiting_missed: `We received {amount} at your address. Its amount isn’t the one you \
requested, so we didn’t credit it automatically.`,
  waiting_no_request: `We received {amount} at your address. It matched no open deposit \
request, so we didn’t credit it automatically.`,
  waiting_none:
    'Nothing is lost. Accept it in your account, or wait: we credit it automatically after 24 ' +
    'hours. Either way, we use the rate at the time it arrived.',
  waiting_contract:
    'A smart contract sent this TRX, so it isn’t credited automatically. Please accept it in ' +
    'your account.',
  waiting_usdt_price:
    'USDT wasn’t worth one dollar when it arrived, so it isn’t credited automatically. You can ' +
    'accept it in your account once USDT is worth one dollar again.',
  waiting_late_rate:
    'We had no TRX rate when it arrived. Our team will check it and credit it; you don’t have ' +
    'to do anything.',

  activated_subject: 'Your profile has been activated',
  activated_text: `Profile {profile} now has a seat. We took the joining fee of {amount} from \
your wallet.`,
  adjusted_subject: 'Your wallet was adjusted',
  adjusted_up: 'Our staff added {amount} to your wallet. Reason: {reason}',
  adjusted_down: 'Our staff took {amount} from your wallet. Reason: {reason}',

  network_fee: 'Network fee',
  paid_out: 'Paid out',
  paid_out_in: '{amount} in {coin}',
  sent: 'Sent',
  not_paid_subject: 'Your withdrawal couldn’t be paid yet',
  not_paid_text: 'The payout of {amount} failed on chain. Reason: {reason}.',
  not_paid_held:
    'Nothing is lost: we still hold the amount for you, and our staff will look into it.',
  reason_unknown: 'unknown',
  requested_subject: 'Withdrawal requested',
  requested_text: 'You requested a withdrawal of {amount} in {coin} to {address}.',
  requested_held: 'Your security settings changed recently, so we won’t pay it out before {until}.',
  requested_not_you: 'If this wasn’t you, contact our support at once.',
  approved_subject: 'Your withdrawal is approved',
  approved_text: 'Our staff approved your withdrawal of {amount}. We’ll pay it out next.',
  sent_subject: 'Your withdrawal is on its way',
  sent_text: '{amount} is on its way to {address}.',
  sent_next: 'We’ll email you again once the network has confirmed the payment.',
  paid_subject: 'Your withdrawal has been paid',
  paid_text: '{net} ({amount} less the fee) went to {address}.',
  canceled_subject: 'Your withdrawal was canceled',
  canceled_text: '{amount} is back in your wallet.',
  rejected_subject: 'Your withdrawal was rejected',
  rejected_text: `Our staff rejected your withdrawal of {amount}. The whole amount is back in \
your wallet.`,
  returned_text: `You reported that someone else used your account, so we didn’t pay your \
withdrawal of {amount}. The whole amount is back in your wallet, and you can request it again.`,
  returned_reason: 'you reported that someone else used your account',

  referral_subject: '{referred} joined with your referral code',
  referral_text: `{referred} joined Twofold with your referral code and verified their email \
address.`,
  referral_honest:
    'A referral alone earns nothing. Rewards come from the joining fees of members who ' +
    'activate a profile, and most members do not complete a ladder.',
  referral_button: 'See your referrals',
  board_subject: 'The board of {board} is complete',
  board_text: 'All six positions below {board} are taken.',
  board_upgrade: 'We created a profile for you on {plan}, the next plan.',
  board_reentries: 'We created {count} new {plan} profiles for you.',
  board_button: 'See the board',

  news_title: 'News by email',
  news_question:
    'We email you when someone joins with your referral code and when one of your boards is ' +
    'complete. Unsubscribing doesn’t affect emails about your money or your account’s security.',
  news_off_title: 'News emails are off',
  news_off: 'You’re unsubscribed. You can turn news emails back on in your account.',

  statement: 'Statement of account',
  statement_period: '{from} to {to}, amounts in US dollars',
  statement_opening: 'Opening balance',
  statement_closing: 'Closing balance',
  app_description:
    'A membership with a two-sided network and a ledger that accounts for every cent.',
  csv_profile_id: 'profile_id',
  csv_username: 'username',
  csv_plan: 'plan',
  csv_active: 'active',
  csv_level: 'level',
  csv_side: 'side',
  csv_team: 'team',
  csv_activated_at: 'activated_at',
  csv_true: 'true',
  csv_false: 'false',
  csv_left: 'left',
  csv_right: 'right',
  csv_incomplete: 'This file ends after {count} seats. There are more.',
  column_date: 'Date',
  column_journal: 'Journal',
  column_description: 'Description',
  column_amount: 'Amount',
  column_balance: 'Balance',
} as const

export type ServerText = keyof typeof english
