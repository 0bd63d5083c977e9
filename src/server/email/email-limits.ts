import type { RateLimitName } from '../../contract/fields/limits.ts'
import type { SecurityEvent } from '../../contract/subjects/auth.ts'
import type * as closing from './closing-emails.ts'
import type * as others from './email-templates.ts'

// What keeps each kind of email to members rare. A thief could otherwise bury the email about a new
// wallet address under others. A kind that isn't here doesn't compile.

/** Why nobody can cause many of these emails to one member. */
export type EmailLimit =
  /** We email a member about so many in an hour. The activity has every one. */
  | { readonly emailsAnHour: number }
  /** An account can do this so often in an hour. We refuse more. What ends access isn't limited. */
  | { readonly changesAnHour: number }
  /** This limit counts the calls that cause the email. */
  | { readonly calls: RateLimitName }
  /** It ends or completes something else, which is limited. */
  | { readonly follows: SecurityEvent }
  /** Only staff cause it, and the audit log has it. */
  | { readonly by: 'staff' }
  /** Each email takes a payment or a deposit. */
  | { readonly costs: 'money' }

/** Emails with a link to dispute the event. `notifyMember` sends them, and nothing else does. */
export const securityEmails = {
  email_asked: { calls: 'newEmail' },
  email_changed: { follows: 'email_asked' },
  password_changed: { changesAnHour: 5 },
  password_reset: { calls: 'mailbox' },
  wallet_changed: { calls: 'newWallet' },
  totp_enabled: { changesAnHour: 5 },
  totp_disabled: { follows: 'totp_enabled' },
  passkey_added: { changesAnHour: 10 },
  passkey_removed: { follows: 'passkey_added' },
  passkey_copied: { emailsAnHour: 5 },
  new_device: { emailsAnHour: 10 },
  session_copied: { emailsAnHour: 5 },
  recovery_code: { emailsAnHour: 5 },
  wrong_code: { emailsAnHour: 5 },
  factor_locked: { emailsAnHour: 5 },
} as const satisfies Record<SecurityEvent, EmailLimit>

/** The templates of the emails above. */
type Disputable =
  | 'securityEmail'
  | 'passkeyEmail'
  | 'copiedPasskeyEmail'
  | 'newDeviceEmail'
  | 'wrongCodeEmail'
  | 'reuseEmail'
  | 'recoveryCodeEmail'

type Template = Extract<keyof typeof others | keyof typeof closing, `${string}Email`>

/** All other emails to members, by their templates. */
export const otherEmails = {
  verificationEmail: { calls: 'registrationEmail' },
  alreadyRegisteredEmail: { calls: 'registrationEmail' },
  invitationEmail: { by: 'staff' },
  resetEmail: { calls: 'mailbox' },
  emailChangeEmail: { calls: 'newMailbox' },
  newAddressEmail: { follows: 'email_asked' },
  changedBackEmail: { follows: 'email_changed' },
  /** A link works once. */
  takenBackFormerEmail: { follows: 'email_changed' },
  movedBackEmail: { follows: 'email_asked' },
  suspensionEmail: { by: 'staff' },
  answerEmail: { by: 'staff' },
  /** Requests and cancellations of withdrawals. Deposits and activations cost money. */
  moneyEmail: { emailsAnHour: 10 },
  /** News, so it also comes after all others. */
  referralEmail: { calls: 'registration' },
  boardEmail: { costs: 'money' },
  closingEmail: { calls: 'newEmail' },
  /** Only staff can reopen an account, or a dispute, once per link. So a member closes it once. */
  closedEmail: { by: 'staff' },
  closedFormerEmail: { by: 'staff' },
  reopenedEmail: { by: 'staff' },
} as const satisfies Record<Exclude<Template, Disputable>, EmailLimit>
