import { writerOf, type Reader, type Writer } from '../language/writer.ts'
import { unlinkable, type EmailContent } from './template.ts'

// The emails to members, each in the member's language. Every link starts with PUBLIC_URL, never
// with a request's host.

/** The beginning of every email to a member. */
const begin = ({ username, language }: Reader) => ({
  language,
  greeting: writerOf(language).say('hello', { name: username }),
})

/**
 * Verifies a registration's mailbox. It includes the name because every link belongs to one
 * registration.
 */
export function verificationEmail(to: Reader, publicUrl: string, token: string): EmailContent {
  const { say, language } = writerOf(to.language)
  return {
    language,
    subject: say('verify_subject'),
    greeting: say('hello_visitor'),
    paragraphs: [say('verify_welcome'), say('verify_not_you')],
    rows: [[say('username'), unlinkable(to.username)]],
    action: { label: say('verify_button'), url: `${publicUrl}/verify-email/${token}` },
    footnote: say('verify_footnote'),
  }
}

export function alreadyRegisteredEmail(to: Reader, publicUrl: string): EmailContent {
  const { say } = writerOf(to.language)
  return {
    ...begin(to),
    subject: say('known_subject'),
    paragraphs: [say('known_text', { name: to.username }), say('known_forgot')],
    action: { label: say('sign_in'), url: `${publicUrl}/login` },
    footnote: say('known_footnote'),
  }
}

/** Explains to an imported member how to sign in for the first time. */
export function invitationEmail(to: Reader, publicUrl: string): EmailContent {
  const { say } = writerOf(to.language)
  return {
    ...begin(to),
    subject: say('invite_subject'),
    paragraphs: [say('invite_text', { name: unlinkable(to.username) }), say('invite_how')],
    action: { label: say('invite_button'), url: `${publicUrl}/login?forgot` },
    footnote: say('invite_footnote'),
  }
}

/** The ways to sign in that a dispute left in place. */
export type Remaining = { passkeys: number; second_factor: boolean }

export function resetEmail(
  to: Reader,
  publicUrl: string,
  token: string,
  { passkeys, second_factor: hasFactor, reopened }: Remaining & { reopened?: boolean } = {
    passkeys: 0,
    second_factor: false,
  },
): EmailContent {
  const writer = writerOf(to.language)
  const { say } = writer
  return {
    ...begin(to),
    subject: say('reset_subject'),
    paragraphs: [
      say('reset_text'),
      ...(reopened ? [say('reopened_settings')] : []),
      ...passkeysText(writer, passkeys),
      ...(hasFactor ? [say('totp_remains')] : []),
    ],
    action: { label: say('reset_button'), url: `${publicUrl}/reset-password/${token}` },
    footnote: say('reset_footnote'),
  }
}

export function emailChangeEmail(to: Reader, publicUrl: string, token: string): EmailContent {
  const { say } = writerOf(to.language)
  return {
    ...begin(to),
    subject: say('new_address_subject'),
    paragraphs: [say('new_address_text')],
    // The page can't tell from a dead link what it was for.
    action: { label: say('new_address_button'), url: `${publicUrl}/verify-email/${token}?change` },
    footnote: say('new_address_footnote'),
  }
}

/** The common parts of all account security notices. */
function securityNotice(to: Reader, what: string, paragraphs: string[]): EmailContent {
  const { say } = writerOf(to.language)
  return {
    ...begin(to),
    subject: say('security_notice', { what }),
    paragraphs,
    footnote: say('security_footnote'),
  }
}

const holdText = ({ say }: Writer, hours: number): string[] =>
  hours > 0 ? [say('hold', { hours })] : []

type Change =
  | 'password_changed'
  | 'password_reset'
  | 'wallet_changed'
  | 'email_asked'
  | 'email_changed'
  | 'totp_enabled'
  | 'totp_disabled'

/** A security setting of the account changed. A request alone doesn't hold payouts. */
export function securityEmail(
  to: Reader,
  kind: Change,
  holdHours: number,
  passkeys = 0,
): EmailContent {
  const writer = writerOf(to.language)
  const what = writer.say(kind === 'password_reset' ? 'password_changed' : kind)
  return securityNotice(to, what, [
    `${what}.`,
    ...(kind === 'email_asked' ? [] : holdText(writer, holdHours)),
    ...passkeysText(writer, passkeys),
  ])
}

/** A new password leaves passkeys in place, which their owner may not expect. */
function passkeysText({ say, plural }: Writer, count: number): string[] {
  if (count === 0) return []
  return [plural(count) === 'one' ? say('passkey_one') : say('passkey_other', { count })]
}

/** A passkey was added or removed. */
export function passkeyEmail(
  to: Reader,
  change: { kind: 'passkey_added' | 'passkey_removed'; name: string; holdHours: number },
): EmailContent {
  const writer = writerOf(to.language)
  const what = writer.say(change.kind)
  return {
    ...securityNotice(to, what, [`${what}.`, ...holdText(writer, change.holdHours)]),
    rows: [[writer.say('passkey'), unlinkable(change.name)]],
  }
}

/** Someone used a passkey whose signature counter went backward. */
export function copiedPasskeyEmail(to: Reader, name: string): EmailContent {
  const { say } = writerOf(to.language)
  const paragraphs = [say('copied_passkey_text'), say('copied_passkey_advice')]
  return {
    ...securityNotice(to, say('copied_passkey'), paragraphs),
    rows: [[say('passkey'), unlinkable(name)]],
  }
}

/** Adds the one link that reports "this wasn't me", and explains what it does. */
export function disputable(content: EmailContent, url: string, at: Date): EmailContent {
  const { say, time } = writerOf(content.language)
  return {
    ...content,
    rows: [...(content.rows ?? []), [say('time'), time(at)]],
    paragraphs: [...content.paragraphs, say('dispute')],
    action: { label: say('dispute_button'), url },
  }
}

const contactSupport = ({ say }: Writer, publicUrl: string) => ({
  label: say('contact_support'),
  url: `${publicUrl}/contact`,
})

/** To the mailbox that now owns the account. */
export function newAddressEmail(to: Reader, publicUrl: string, holdHours: number): EmailContent {
  const writer = writerOf(to.language)
  const paragraphs = [writer.say('now_on_file_text'), ...holdText(writer, holdHours)]
  return {
    ...securityNotice(to, writer.say('now_on_file'), paragraphs),
    action: contactSupport(writer, publicUrl),
  }
}

/** To the mailbox that no longer owns the account. */
export function changedBackEmail(to: Reader, publicUrl: string): EmailContent {
  const writer = writerOf(to.language)
  return {
    ...securityNotice(to, writer.say('changed_back'), [writer.say('changed_back_text')]),
    action: contactSupport(writer, publicUrl),
  }
}

/** To a mailbox that can still dispute, after a younger one has taken the account back. */
export function takenBackFormerEmail(to: Reader, publicUrl: string): EmailContent {
  const writer = writerOf(to.language)
  return {
    ...securityNotice(to, writer.say('changed_back'), [writer.say('taken_back_former')]),
    action: contactSupport(writer, publicUrl),
  }
}

/** To a mailbox that had the account only briefly, after the one before it is back on file. */
export function movedBackEmail(to: Reader, publicUrl: string): EmailContent {
  const writer = writerOf(to.language)
  return {
    ...securityNotice(to, writer.say('changed_back'), [writer.say('moved_back_text')]),
    action: contactSupport(writer, publicUrl),
  }
}

export function newDeviceEmail(to: Reader, device: string): EmailContent {
  const { say } = writerOf(to.language)
  const text = say('new_device_text', { device: device || say('unknown_device') })
  return securityNotice(to, say('new_device'), [text])
}

export function wrongCodeEmail(to: Reader, lockedHours: number | null): EmailContent {
  const { say, plural } = writerOf(to.language)
  if (lockedHours === null) return securityNotice(to, say('wrong_code'), [say('wrong_code_text')])
  const isOne = plural(lockedHours) === 'one'
  const text = isOne ? say('locked_code_one') : say('locked_code_other', { count: lockedHours })
  return securityNotice(to, say('locked_code'), [text])
}

export function reuseEmail(to: Reader, device: string): EmailContent {
  const { say } = writerOf(to.language)
  const text = say('session_ended_text', { device: device || say('unknown_device') })
  return securityNotice(to, say('session_ended'), [text, say('session_ended_advice')])
}

export function recoveryCodeEmail(to: Reader, left: number): EmailContent {
  const { say } = writerOf(to.language)
  return securityNotice(to, say('recovery_code'), [say('recovery_code_text', { count: left })])
}

export function suspensionEmail(to: Reader, suspended: boolean): EmailContent {
  const { say } = writerOf(to.language)
  return {
    ...begin(to),
    subject: say(suspended ? 'suspended' : 'reinstated'),
    paragraphs: suspended
      ? [say('suspended_text'), say('suspended_balance')]
      : [say('reinstated_text')],
    footnote: say('security_footnote'),
  }
}

/** An answer to a message from the contact form, in the language of the page it came from. */
export function answerEmail(to: Reader, subject: string, answer: string): EmailContent {
  return {
    ...begin(to),
    subject: `Re: ${subject}`,
    paragraphs: [answer],
    footnote: writerOf(to.language).say('answer_footnote'),
  }
}

export const moneyEmail = (
  to: Reader,
  subject: string,
  paragraphs: string[],
  more: Pick<EmailContent, 'rows' | 'action'> = {},
): EmailContent => ({
  ...begin(to),
  subject,
  paragraphs,
  ...more,
  footnote: writerOf(to.language).say('money_footnote'),
})

/** Where a member finds details after an email about money. */
export const openDeposits = ({ say }: Writer, publicUrl: string) => ({
  label: say('open_deposits'),
  url: `${publicUrl}/account`,
})
export const openWithdrawals = ({ say }: Writer, publicUrl: string) => ({
  label: say('open_withdrawals'),
  url: `${publicUrl}/account?history=withdrawals`,
})

export function referralEmail(to: Reader, publicUrl: string, referred: string): EmailContent {
  const { say } = writerOf(to.language)
  return {
    ...begin(to),
    subject: say('referral_subject', { referred }),
    paragraphs: [say('referral_text', { referred }), say('referral_honest')],
    action: { label: say('referral_button'), url: `${publicUrl}/referrals` },
    footnote: say('news_footnote'),
  }
}

export function boardEmail(
  to: Reader,
  publicUrl: string,
  { board, plan, upgrade, count }: { board: string; plan: string; upgrade: boolean; count: number },
): EmailContent {
  const { say } = writerOf(to.language)
  const made = upgrade ? say('board_upgrade', { plan }) : say('board_reentries', { count, plan })
  return {
    ...begin(to),
    subject: say('board_subject', { board }),
    paragraphs: [say('board_text', { board }), made],
    action: {
      label: say('board_button'),
      url: `${publicUrl}/earnings?profile=${encodeURIComponent(board)}`,
    },
    footnote: say('news_footnote'),
  }
}
