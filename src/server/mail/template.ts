// A letter is plain data. Its text part is made here and its page by React components, both from
// the same fields, so that they never say different things.

export type EmailTemplate = {
  subject: string
  greeting: string
  paragraphs: string[]
  /** Figures and ids under each other, with what they are. */
  rows?: [name: string, value: string][]
  action?: { label: string; url: string }
  /** Said last and small: why the mail came and what to do if it was not meant. */
  footnote: string
  /** For news alone: where one says that one wants no more of it. */
  unsubscribeUrl?: string
}

export function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;')
}

/** One line without control characters: what stands in a header can start no other header. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200)

export function renderText(letter: EmailTemplate): string {
  const { greeting, paragraphs, rows = [], action, footnote, unsubscribeUrl } = letter
  const parts = [greeting, ...paragraphs]
  if (rows.length > 0) parts.push(rows.map(([name, value]) => `${name}: ${value}`).join('\n'))
  if (action) parts.push(`${action.label}:\n${action.url}`)
  const last = unsubscribeUrl ? `${footnote}\nNo more of these: ${unsubscribeUrl}` : footnote
  parts.push('Twofold', `-- \n${last}`)
  return `${parts.join('\n\n')}\n`
}
