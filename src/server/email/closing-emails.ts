import { writerOf, type Reader } from '../language/writer.ts'
import type { EmailContent } from './template.ts'

// The emails about closing an account.

const notice = (to: Reader): Pick<EmailContent, 'language' | 'greeting' | 'footnote'> => {
  const { say } = writerOf(to.language)
  return {
    language: to.language,
    greeting: say('hello', { name: to.username }),
    footnote: say('security_footnote'),
  }
}

/** Contains the second step, the link that closes the account. */
export function closingEmail(to: Reader, publicUrl: string, token: string): EmailContent {
  const { say } = writerOf(to.language)
  return {
    ...notice(to),
    subject: say('closing_subject'),
    paragraphs: [say('closing_text'), say('closing_not_you')],
    action: { label: say('closing_button'), url: `${publicUrl}/account?close=${token}` },
  }
}

export function closedEmail(to: Reader, publicUrl: string, days: number): EmailContent {
  const { say } = writerOf(to.language)
  return {
    ...notice(to),
    subject: say('closed_subject'),
    paragraphs: [say('closed_text'), say('closed_reopen', { days })],
    action: { label: say('contact_support'), url: `${publicUrl}/contact` },
  }
}

/** To a mailbox that had the account before, and can still undo the closing. */
export function closedFormerEmail(to: Reader, publicUrl: string): EmailContent {
  const { say } = writerOf(to.language)
  return {
    ...notice(to),
    subject: say('closed_subject'),
    paragraphs: [say('closed_text'), say('closed_former')],
    action: { label: say('contact_support'), url: `${publicUrl}/contact` },
  }
}

export function reopenedEmail(to: Reader, publicUrl: string): EmailContent {
  const { say } = writerOf(to.language)
  return {
    ...notice(to),
    subject: say('account_reopened'),
    paragraphs: [say('account_reopened_text')],
    action: { label: say('sign_in'), url: `${publicUrl}/login` },
  }
}
