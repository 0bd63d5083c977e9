import type { Letter } from './template.ts'

// What the product writes to people. Every link begins with PUBLIC_URL and never with what a
// request said about its host.

const notYou = 'If this was not you, please write to our support at once.'
const security = 'We send this mail whenever the security of an account changes.'

export const verificationLetter = (publicUrl: string, username: string, token: string): Letter => ({
  subject: 'Verify your email address',
  greeting: `Hello ${username},`,
  paragraphs: [
    'welcome to Twofold. Please verify your email address. The link works for 48 hours.',
  ],
  action: { label: 'Verify email address', url: `${publicUrl}/verify-email/${token}` },
  footnote: 'You receive this mail because this address was used to register at Twofold.',
})

export const alreadyRegisteredLetter = (publicUrl: string, username: string): Letter => ({
  subject: 'You already have an account',
  greeting: `Hello ${username},`,
  paragraphs: [
    'somebody, probably you, tried to register at Twofold with this email address. It belongs to ' +
      `your account "${username}" already, so no new one was made.`,
    'If you have forgotten your password, you can set a new one from the sign-in page.',
  ],
  action: { label: 'Sign in', url: `${publicUrl}/login` },
  footnote: 'If this was not you, there is nothing to do.',
})

export const resetLetter = (publicUrl: string, username: string, token: string): Letter => ({
  subject: 'Reset your password',
  greeting: `Hello ${username},`,
  paragraphs: ['you can set a new password now. The link works once and for one hour.'],
  action: { label: 'Set a new password', url: `${publicUrl}/reset-password/${token}` },
  footnote: 'If you did not ask for this, there is nothing to do: your password stays as it is.',
})

export const emailChangeLetter = (publicUrl: string, username: string, token: string): Letter => ({
  subject: 'Confirm your new email address',
  greeting: `Hello ${username},`,
  paragraphs: ['please confirm that this is your new email address. The link works for 48 hours.'],
  action: { label: 'Confirm email address', url: `${publicUrl}/verify-email/${token}` },
  footnote: 'Until you follow the link, the address on file stays as it is.',
})

const holdText = (hours: number): string[] =>
  hours > 0
    ? [`For your safety, withdrawals are not paid out before ${hours} hours have passed.`]
    : []

export const securityLetter = (username: string, what: string, holdHours: number): Letter => ({
  subject: `Security notice: ${what}`,
  greeting: `Hello ${username},`,
  paragraphs: [`${what} on your Twofold account.`, ...holdText(holdHours), notYou],
  footnote: security,
})

export const newDeviceLetter = (username: string, device: string, at: Date): Letter => ({
  subject: 'Security notice: a sign-in from a new device',
  greeting: `Hello ${username},`,
  paragraphs: [
    `somebody signed in to your account on ${at.toUTCString()} from a device that was not used ` +
      `before: ${device || 'it did not say what it is'}.`,
    'If this was not you, change your password at once. That ends every other session.',
  ],
  footnote: security,
})

export const reuseLetter = (username: string, device: string): Letter => ({
  subject: 'Security notice: a session was ended',
  greeting: `Hello ${username},`,
  paragraphs: [
    'a session of your account was shown twice, as happens when it has been copied. It was ended ' +
      `at once. It belonged to this device: ${device || 'it did not say what it is'}.`,
    'Please sign in again. If you do not know why this happened, change your password: that ends ' +
      'every other session.',
  ],
  footnote: security,
})

export const recoveryCodeLetter = (username: string, left: number): Letter => ({
  subject: 'Security notice: a recovery code was used',
  greeting: `Hello ${username},`,
  paragraphs: [
    `one of your recovery codes was used instead of the authenticator app. ${left} are left.`,
    notYou,
  ],
  footnote: security,
})

export const suspensionLetter = (username: string, suspended: boolean): Letter => ({
  subject: suspended ? 'Your account is suspended' : 'Your account is open again',
  greeting: `Hello ${username},`,
  paragraphs: suspended
    ? [
        'our staff suspended your account. You cannot sign in or withdraw until it is open again.',
        'Your balance stays yours. Please write to our support.',
      ]
    : ['your account is open again. You can sign in as before.'],
  footnote: security,
})

export const contactLetter = (from: {
  name: string
  email: string
  subject: string
  message: string
}): Letter => ({
  subject: `Contact form: ${from.subject}`,
  greeting: `${from.name} (${from.email}) wrote:`,
  paragraphs: [from.message],
  footnote: 'Answer it in the operators’ inbox.',
})

export const answerLetter = (to: { name: string; subject: string }, answer: string): Letter => ({
  subject: `Re: ${to.subject}`,
  greeting: `Hello ${to.name},`,
  paragraphs: [answer],
  footnote: 'You receive this mail because you wrote to us through our contact form.',
})

const footnote = 'We send this mail for every movement of your money.'

export const moneyLetter = (
  username: string,
  subject: string,
  paragraphs: string[],
  rows: [name: string, value: string][] = [],
): Letter => ({
  subject,
  greeting: `Hello ${username},`,
  paragraphs,
  rows,
  footnote,
})

const news = 'You receive this mail because you want news from Twofold.'

export const referralLetter = (username: string, referred: string): Letter => ({
  subject: `${referred} joined with your referral code`,
  greeting: `Hello ${username},`,
  paragraphs: [
    `${referred} joined Twofold with your referral code and has verified the email address.`,
    'A referral earns nothing by itself: what is paid comes from the joining fees of members who ' +
      'activate a profile, and most members do not complete a ladder.',
  ],
  footnote: news,
})

export const boardLetter = (username: string, board: string, made: string): Letter => ({
  subject: `The board of ${board} is complete`,
  greeting: `Hello ${username},`,
  paragraphs: [`All six positions beneath ${board} are taken.`, made],
  footnote: news,
})

type Figures = { text: string; value: string; limit: string }

const toStaff = 'You receive this mail because alarms of Twofold go to this address.'

export const alertLetter = ({ text, value, limit }: Figures): Letter => ({
  subject: `Alarm: ${text}`,
  greeting: 'Hello,',
  paragraphs: [
    `a limit is crossed. ${text}: ${value}. The limit is ${limit}.`,
    'There is one mail when it begins and one when it is well again.',
  ],
  footnote: toStaff,
})

/** To whoever watches over the house: what an operator did about their own access, and where. */
export const accessLetter = (
  username: string,
  what: string,
  { device, address }: { device: string; address: string },
): Letter => ({
  subject: `Staff: ${username} ${what}`,
  greeting: 'Hello,',
  paragraphs: [
    `the operator ${username} ${what}, on ${device || 'an unknown device'}, from ${address}.`,
    'Ask them whether it was them. If not, disable this access at once and see what was done.',
  ],
  footnote: toStaff,
})

export const recoveryLetter = ({ text, value, limit }: Figures): Letter => ({
  subject: `Well again: ${text}`,
  greeting: 'Hello,',
  paragraphs: [`the limit is kept again. ${text}: ${value}. The limit is ${limit}.`],
  footnote: toStaff,
})
