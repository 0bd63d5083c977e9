import { rebrand } from '../brand/brand.ts'
import { unlinkable, type EmailContent } from './template.ts'

// Emails to the company's own mailboxes, in English like the console.

const toStaff = () => rebrand('You get this email because alerts from Twofold go to this address.')

type Figures = { text: string; value: string; limit: string }
type AuditHead = { no: bigint; head: string; day: string }

/** To staff: so many members register that we refuse more for now. */
export const registrationFloodEmail = (most: number): EmailContent => ({
  language: 'en',
  subject: 'Alert: Too many registrations',
  greeting: 'Hello,',
  paragraphs: [
    `More than ${most} people registered within an hour. We refuse more until the hour is over.`,
    'If this isn’t a campaign of yours, someone may be using our emails to spam strangers.',
  ],
  footnote: toStaff(),
})

export const contactEmail = (from: {
  name: string
  email: string
  subject: string
  message: string
}): EmailContent => ({
  language: 'en',
  subject: `Contact form: ${from.subject}`,
  greeting: `${from.name} (${from.email}) wrote:`,
  paragraphs: [from.message],
  footnote:
    'You get this email because messages from the contact form go to this address. Answer it in ' +
    'the console.',
})

export const alertEmail = ({ text, value, limit }: Figures): EmailContent => ({
  language: 'en',
  subject: `Alert: ${text}`,
  greeting: 'Hello,',
  paragraphs: [
    `A limit was crossed. ${text}: ${value}. The limit is ${limit}.`,
    'You get one email when it starts and one when it’s over.',
  ],
  footnote: toStaff(),
})

/** To the alert mailbox: one of the company's other systems hasn't received events for days. */
export const webhookDisabledEmail = (name: string, host: string, days: number): EmailContent => ({
  language: 'en',
  subject: `Alert: the webhook "${name}" is disabled`,
  greeting: 'Hello,',
  paragraphs: [
    `The webhook "${name}" to ${unlinkable(host)} failed for ${days} days, so we disabled it.`,
    'What it hasn’t got yet is kept for 30 days. Repair the other system, enable the webhook in ' +
      'the console, and send the failed events again.',
  ],
  footnote: toStaff(),
})

/** To the alert mailbox: we turned a proposed or approved catalog back into a draft. */
export const draftReturnedEmail = (id: string, reason: string): EmailContent => ({
  language: 'en',
  subject: `Alert: the catalog draft ${id} won’t take effect`,
  greeting: 'Hello,',
  paragraphs: [
    `We couldn’t publish the catalog draft ${id}, so it’s a draft again. ${reason}`,
    'Review its prices in the console, save it, and propose it again.',
  ],
  footnote: toStaff(),
})

/** Without links: operators name passkeys and keys, and a name may look like an address. */
const plain = (what: string): string => what.replaceAll(/\.(?=\p{L})/gu, unlinkable)

/** To the alert mailbox: an operator's change of their own access, and its origin. */
export const accessEmail = (
  username: string,
  what: string,
  { device, address }: { device: string; address: string },
): EmailContent => ({
  language: 'en',
  subject: `Staff: ${username} ${what}`,
  greeting: 'Hello,',
  paragraphs: [
    `The operator ${username} ${plain(what)}, ` +
      `on ${device || 'an unknown device'}, from ${address}.`,
    'Ask them whether it was them. If it wasn’t, disable their access and check the audit log.',
  ],
  footnote: toStaff(),
})

/** Once a day, for storage outside the product: the head of the audit log. */
export const auditHeadEmail = ({ no, head, day }: AuditHead): EmailContent => ({
  language: 'en',
  subject: `Audit log on ${day}`,
  greeting: 'Hello,',
  paragraphs: [
    `The audit log had ${no} entries today. Keep this email: it proves later that none of them ` +
      'was changed.',
    'To compare the log with it, run: npm run check:ledger -- --head followed by this hash.',
  ],
  rows: [['Hash', head]],
  footnote: toStaff(),
})

export const recoveryEmail = ({ text, value, limit }: Figures): EmailContent => ({
  language: 'en',
  subject: `Resolved: ${text}`,
  greeting: 'Hello,',
  paragraphs: [`This is back within its limit. ${text}: ${value}. The limit is ${limit}.`],
  footnote: toStaff(),
})
