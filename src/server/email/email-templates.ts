import type { EmailContent } from './template.ts'

// The texts of the product's emails. Every link starts with PUBLIC_URL, never with a request's
// host.

const TO_STAFF = 'You get this email because alerts from Twofold go to this address.'
const SECURITY = 'We send this email whenever something changes the security of your account.'

/** Verifies a registration's mailbox. It includes the name because every link belongs to one. */
export const verificationEmail = (
  publicUrl: string,
  username: string,
  token: string,
): EmailContent => ({
  subject: 'Verify your email address',
  greeting: 'Hello,',
  paragraphs: [
    'Welcome to Twofold. Verify your email address to finish your registration. The link works ' +
      'for 48 hours.',
    'If you didn’t choose this username, don’t use the link: someone else entered your address.',
  ],
  rows: [['Username', unlinkable(username)]],
  action: { label: 'Verify email address', url: `${publicUrl}/verify-email/${token}` },
  footnote: 'You get this email because this address was used to register at Twofold.',
})

/** A name with dots looks like a web address, which email clients would turn into a link. */
const unlinkable = (name: string): string => name.replaceAll('.', '.\u2060')

export const alreadyRegisteredEmail = (publicUrl: string, username: string): EmailContent => ({
  subject: 'You already have an account',
  greeting: `Hello ${username},`,
  paragraphs: [
    'Someone, probably you, tried to register at Twofold with this email address. You already ' +
      `have an account, "${username}", so we didn’t create another one.`,
    `Forgot your password? Choose "Forgot password?" on the sign-in page to set a new one.`,
  ],
  action: { label: 'Sign in', url: `${publicUrl}/login` },
  footnote: 'If this wasn’t you, you don’t need to do anything.',
})

export const resetEmail = (publicUrl: string, username: string, token: string): EmailContent => ({
  subject: 'Reset your password',
  greeting: `Hello ${username},`,
  paragraphs: ['You can set a new password now. The link works once, for one hour.'],
  action: { label: 'Set a new password', url: `${publicUrl}/reset-password/${token}` },
  footnote: 'If you didn’t ask for this, ignore this email. Your password stays the same.',
})

export const emailChangeEmail = (
  publicUrl: string,
  username: string,
  token: string,
): EmailContent => ({
  subject: 'Confirm your new email address',
  greeting: `Hello ${username},`,
  paragraphs: ['Confirm that this is your new email address. The link works for 48 hours.'],
  action: { label: 'Confirm email address', url: `${publicUrl}/verify-email/${token}` },
  footnote: 'Your current address stays on file until you confirm this one.',
})

const holdText = (hours: number): string[] =>
  hours > 0 ? [`To protect you, we hold new withdrawals for ${hours} hours.`] : []

const changes = {
  password_changed: 'Your password was changed',
  password_reset: 'Your password was changed',
  wallet_changed: 'Your wallet address was changed',
  email_asked: 'A change of your email address was requested',
  email_changed: 'Your email address was changed',
  totp_enabled: 'Two-step verification was turned on',
  totp_disabled: 'Two-step verification was turned off',
} as const

/** Something that protects the account changed. A request alone doesn't hold payouts. */
export const securityEmail = (
  username: string,
  kind: keyof typeof changes,
  holdHours: number,
  passkeys = 0,
): EmailContent => ({
  subject: `Security notice: ${changes[kind]}`,
  greeting: `Hello ${username},`,
  paragraphs: [
    `${changes[kind]}.`,
    ...(kind === 'email_asked' ? [] : holdText(holdHours)),
    ...passkeysText(passkeys),
  ],
  footnote: SECURITY,
})

/** A new password takes nothing away from passkeys, which an owner may not expect. */
const passkeysText = (count: number): string[] =>
  count > 0
    ? [
        `You can still sign in with ${count === 1 ? 'your passkey' : `your ${count} passkeys`}. ` +
          'Check them in your account, and remove those you don’t know.',
      ]
    : []

/** A passkey was added or removed. */
export const passkeyEmail = (
  username: string,
  change: { kind: 'passkey_added' | 'passkey_removed'; name: string; holdHours: number },
): EmailContent => {
  const said =
    change.kind === 'passkey_added'
      ? 'A passkey was added to your account'
      : 'A passkey was removed from your account'
  return {
    subject: `Security notice: ${said}`,
    greeting: `Hello ${username},`,
    paragraphs: [`${said}.`, ...holdText(change.holdHours)],
    rows: [['Passkey', unlinkable(change.name)]],
    footnote: SECURITY,
  }
}

/** Someone used a passkey whose count of uses went backward. */
export const copiedPasskeyEmail = (username: string, name: string): EmailContent => ({
  subject: 'Security notice: We refused a passkey',
  greeting: `Hello ${username},`,
  paragraphs: [
    'Someone used a passkey of your account in a way that suggests a copy of it exists. We ' +
      'refused it.',
    'Remove this passkey in your account, and add a new one.',
  ],
  rows: [['Passkey', unlinkable(name)]],
  footnote: SECURITY,
})

/** Adds the one link that reports "this wasn't me", and explains what it does. */
export const disputable = (content: EmailContent, url: string, at: Date): EmailContent => ({
  ...content,
  rows: [...(content.rows ?? []), ['Time', at.toUTCString()]],
  paragraphs: [
    ...content.paragraphs,
    'If this wasn’t you, use the button below within 72 hours. It signs out every device, ' +
      'cancels pending changes, holds withdrawals, and emails you a link to set a new password.',
  ],
  action: { label: 'This wasn’t me', url },
})

/** To the mailbox that the account now belongs to. */
export const newAddressEmail = (
  publicUrl: string,
  username: string,
  holdHours: number,
): EmailContent => ({
  subject: 'Security notice: This email address is now on file',
  greeting: `Hello ${username},`,
  paragraphs: ['We’ll write to you at this address from now on.', ...holdText(holdHours)],
  action: { label: 'Contact support', url: `${publicUrl}/contact` },
  footnote: SECURITY,
})

/** To a mailbox that the account no longer belongs to. */
export const changedBackEmail = (publicUrl: string, username: string): EmailContent => ({
  subject: 'Security notice: Your email address was changed back',
  greeting: `Hello ${username},`,
  paragraphs: [
    'The owner of the previous email address told us that they didn’t make the change to this ' +
      'one. The previous address is on file again.',
  ],
  action: { label: 'Contact support', url: `${publicUrl}/contact` },
  footnote: SECURITY,
})

export const newDeviceEmail = (username: string, device: string, at: Date): EmailContent => ({
  subject: 'Security notice: New sign-in',
  greeting: `Hello ${username},`,
  paragraphs: [
    `Someone signed in to your account on ${at.toUTCString()} from a new device: ` +
      `${device || 'unknown'}.`,
  ],
  footnote: SECURITY,
})

export const wrongCodeEmail = (username: string, lockedHours: number | null): EmailContent => ({
  subject:
    lockedHours === null
      ? 'Security notice: Wrong authenticator code'
      : 'Security notice: Authenticator codes are locked',
  greeting: `Hello ${username},`,
  paragraphs:
    lockedHours === null
      ? ['Someone who is signed in to your account entered a wrong authenticator code.']
      : [
          'Someone who is signed in to your account entered ten wrong authenticator codes in a ' +
            `row. We don’t accept codes from your app for ${lockedHours} ` +
            `${lockedHours === 1 ? 'hour' : 'hours'}. Your recovery codes still work.`,
        ],
  footnote: SECURITY,
})

export const reuseEmail = (username: string, device: string): EmailContent => ({
  subject: 'Security notice: We ended a session',
  greeting: `Hello ${username},`,
  paragraphs: [
    'Someone reused an old session token for your account, which suggests it was stolen. We ' +
      `ended that session. Its device: ${device || 'unknown'}.`,
    'Sign in again to continue.',
  ],
  footnote: SECURITY,
})

export const recoveryCodeEmail = (username: string, left: number): EmailContent => ({
  subject: 'Security notice: A recovery code was used',
  greeting: `Hello ${username},`,
  paragraphs: [
    'Someone used one of your recovery codes instead of the authenticator app. You have ' +
      `${left} left.`,
  ],
  footnote: SECURITY,
})

export const suspensionEmail = (username: string, suspended: boolean): EmailContent => ({
  subject: suspended ? 'Your account is suspended' : 'Your account is open again',
  greeting: `Hello ${username},`,
  paragraphs: suspended
    ? [
        'Our staff suspended your account. You can’t sign in or withdraw until it is open again.',
        'Your balance stays yours. Contact our support.',
      ]
    : ['Your account is open again. Sign in as before.'],
  footnote: SECURITY,
})

/** To staff: there are so many registrations that we refuse more for now. */
export const registrationFloodEmail = (most: number): EmailContent => ({
  subject: 'Alert: Too many registrations',
  greeting: 'Hello,',
  paragraphs: [
    `More than ${most} people registered within an hour. We refuse more until the hour is over.`,
    'If this isn’t a campaign of yours, someone may be using our emails to spam strangers.',
  ],
  footnote: TO_STAFF,
})

export const contactEmail = (from: {
  name: string
  email: string
  subject: string
  message: string
}): EmailContent => ({
  subject: `Contact form: ${from.subject}`,
  greeting: `${from.name} (${from.email}) wrote:`,
  paragraphs: [from.message],
  footnote:
    'You get this email because messages from the contact form go to this address. Answer it in ' +
    'the console.',
})

export const answerEmail = (
  to: { name: string; subject: string },
  answer: string,
): EmailContent => ({
  subject: `Re: ${to.subject}`,
  greeting: `Hello ${to.name},`,
  paragraphs: [answer],
  footnote: 'You get this email because you wrote to us through our contact form.',
})

const FOOTNOTE = 'We send this email whenever your money moves.'

export const moneyEmail = (
  username: string,
  subject: string,
  paragraphs: string[],
  more: Pick<EmailContent, 'rows' | 'action'> = {},
): EmailContent => ({
  subject,
  greeting: `Hello ${username},`,
  paragraphs,
  ...more,
  footnote: FOOTNOTE,
})

/** Where a member reads on after an email about money. */
export const openDeposits = (publicUrl: string) => ({
  label: 'Open your deposits',
  url: `${publicUrl}/account`,
})
export const openWithdrawals = (publicUrl: string) => ({
  label: 'Open your withdrawals',
  url: `${publicUrl}/account?history=withdrawals`,
})

const NEWS = 'You get this email because news emails are on in your account.'

export const referralEmail = (
  publicUrl: string,
  username: string,
  referred: string,
): EmailContent => ({
  subject: `${referred} joined with your referral code`,
  greeting: `Hello ${username},`,
  paragraphs: [
    `${referred} joined Twofold with your referral code and verified their email address.`,
    'A referral alone earns nothing. Rewards come from the joining fees of members who ' +
      'activate a profile, and most members do not complete a ladder.',
  ],
  action: { label: 'See your referrals', url: `${publicUrl}/referrals` },
  footnote: NEWS,
})

export const boardEmail = (
  publicUrl: string,
  username: string,
  { board, made }: { board: string; made: string },
): EmailContent => ({
  subject: `The board of ${board} is complete`,
  greeting: `Hello ${username},`,
  paragraphs: [`All six positions below ${board} are taken.`, made],
  action: {
    label: 'See the board',
    url: `${publicUrl}/earnings?profile=${encodeURIComponent(board)}`,
  },
  footnote: NEWS,
})

type Figures = { text: string; value: string; limit: string }

export const alertEmail = ({ text, value, limit }: Figures): EmailContent => ({
  subject: `Alert: ${text}`,
  greeting: 'Hello,',
  paragraphs: [
    `A limit was crossed. ${text}: ${value}. The limit is ${limit}.`,
    'You get one email when it starts and one when it’s over.',
  ],
  footnote: TO_STAFF,
})

/** To the alert mailbox: another system of the company has got no events for days. */
export const webhookDisabledEmail = (name: string, host: string, days: number): EmailContent => ({
  subject: `Alert: the webhook "${name}" is disabled`,
  greeting: 'Hello,',
  paragraphs: [
    `The webhook "${name}" to ${unlinkable(host)} failed for ${days} days, so we disabled it.`,
    'What it hasn’t got yet is kept for 30 days. Repair the other system, enable the webhook in ' +
      'the console, and send the failed events again.',
  ],
  footnote: TO_STAFF,
})

/** To the alert mailbox: what an operator changed about their own access, and where. */
export const accessEmail = (
  username: string,
  what: string,
  { device, address }: { device: string; address: string },
): EmailContent => ({
  subject: `Staff: ${username} ${what}`,
  greeting: 'Hello,',
  paragraphs: [
    `The operator ${username} ${what}, on ${device || 'an unknown device'}, from ${address}.`,
    'Ask them whether it was them. If it wasn’t, disable their access and check the audit log.',
  ],
  footnote: TO_STAFF,
})

/** Once a day, for storage outside the product: the head of the audit log. */
export const auditHeadEmail = ({ no, head, day }: AuditHead): EmailContent => ({
  subject: `Audit log on ${day}`,
  greeting: 'Hello,',
  paragraphs: [
    `The audit log had ${no} entries today. Keep this email: it proves later that none of them ` +
      'was changed.',
    'To compare the log with it, run: npm run check:ledger -- --head followed by this hash.',
  ],
  rows: [['Hash', head]],
  footnote: TO_STAFF,
})

type AuditHead = { no: bigint; head: string; day: string }

export const recoveryEmail = ({ text, value, limit }: Figures): EmailContent => ({
  subject: `Resolved: ${text}`,
  greeting: 'Hello,',
  paragraphs: [`This is back within its limit. ${text}: ${value}. The limit is ${limit}.`],
  footnote: TO_STAFF,
})
