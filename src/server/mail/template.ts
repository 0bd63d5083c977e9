// One design for every mail. A letter is plain data; text and HTML are made from it together, so
// that they never say different things, and everything from outside is escaped here.

export type Letter = {
  subject: string
  greeting: string
  paragraphs: string[]
  action?: { label: string; url: string }
  /** Said last and small: why the mail came and what to do if it was not meant. */
  footnote: string
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

export function renderText(letter: Letter): string {
  const { greeting, paragraphs, action, footnote } = letter
  const parts = [greeting, ...paragraphs]
  if (action) parts.push(`${action.label}:\n${action.url}`)
  parts.push('Twofold', `-- \n${footnote}`)
  return `${parts.join('\n\n')}\n`
}

const paragraphStyle = 'margin:0 0 16px'
const cardStyle = 'max-width:520px;background:#ffffff;border-radius:12px'
const buttonStyle =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#0f6b5c;color:#ffffff;' +
  'text-decoration:none;font-weight:600'

export function renderHtml(letter: Letter): string {
  const { subject, greeting, paragraphs, action, footnote } = letter
  const body = [greeting, ...paragraphs].map(
    (text) => `<p style="${paragraphStyle}">${escapeHtml(text).replace(/\n/g, '<br>')}</p>`,
  )
  if (action) {
    const url = escapeHtml(action.url)
    const label = escapeHtml(action.label)
    body.push(
      `<p style="${paragraphStyle}"><a href="${url}" style="${buttonStyle}">${label}</a></p>`,
      `<p style="${paragraphStyle};font-size:13px;color:#56606b">${url}</p>`,
    )
  }
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f3f5f4;color:#16201d;font:16px/1.5 system-ui,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>
<td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" style="${cardStyle}">
<tr><td style="padding:32px"><p style="margin:0 0 24px;font-weight:700">Twofold</p>
${body.join('\n')}
<p style="margin:24px 0 0;font-size:13px;color:#56606b">${escapeHtml(footnote)}</p>
</td></tr></table></td></tr></table></body></html>
`
}
