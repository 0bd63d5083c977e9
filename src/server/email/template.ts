import type { Language } from '../../contract/fields/languages.ts'
import { brandName, ownBrand } from '../brand/brand.ts'
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

/** One line without control characters, so that a header's text can't start another header. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

export function renderText(content: EmailContent): string {
  const { greeting, paragraphs, rows = [], action, footnote, unsubscribeUrl } = content
  const parts = [greeting, ...paragraphs]
  if (rows.length > 0) parts.push(rows.map(([name, value]) => `${name}: ${value}`).join('\n'))
  if (action) parts.push(`${action.label}:\n${action.url}`)
  const unsubscribe = writerOf(content.language).say('unsubscribe')
  const last = [footnote]
  if (unsubscribeUrl) last.push(`${unsubscribe}: ${unsubscribeUrl}`)
  if (ownBrand().entity) last.push(ownBrand().entity)
  parts.push(brandName(), `-- \n${last.join('\n')}`)
  return `${parts.join('\n\n')}\n`
}
