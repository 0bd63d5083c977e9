import type { Language } from '../../contract/fields/languages.ts'
import { brandName } from '../brand/brand.ts'
import { writerOf } from '../language/writer.ts'

// An email template is plain data. We render its text part here and its page with React components,
// both from the same fields, so that they always match.

export type EmailContent = {
  language: Language
  subject: string
  greeting: string
  paragraphs: string[]
  /** Labeled figures and ids, one below the other. */
  rows?: [name: string, value: string][]
  action?: { label: string; url: string }
  /** Small print at the end: why the member gets this email, and what to do if it was a mistake. */
  footnote: string
  /** For news only: where to unsubscribe. */
  unsubscribeUrl?: string
}

/** A name with dots looks like a web address, which email clients would turn into a link. */
export const unlinkable = (name: string): string => name.replaceAll('.', '.\u2060')

export function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;')
}

/** One line without control characters, so that a header's text can't start another header. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200)

export function renderText(content: EmailContent): string {
  const { greeting, paragraphs, rows = [], action, footnote, unsubscribeUrl } = content
  const parts = [greeting, ...paragraphs]
  if (rows.length > 0) parts.push(rows.map(([name, value]) => `${name}: ${value}`).join('\n'))
  if (action) parts.push(`${action.label}:\n${action.url}`)
  const unsubscribe = writerOf(content.language).say('unsubscribe')
  const last = unsubscribeUrl ? `${footnote}\n${unsubscribe}: ${unsubscribeUrl}` : footnote
  parts.push(brandName(), `-- \n${last}`)
  return `${parts.join('\n\n')}\n`
}
