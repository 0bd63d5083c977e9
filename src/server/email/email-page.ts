import { createElement as h, type CSSProperties, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { brandName, hasOwnIcons, ownBrand } from '../brand/brand.ts'
import { directionOf } from '../../contract/fields/languages.ts'
import type { Accent } from '../brand/palette.ts'
import { writerOf } from '../language/writer.ts'
import type { EmailContent } from './template.ts'

// The single design of all emails. Email clients handle tables and inline styles best. Optional
// parts (dark colors, narrow margins) are in the head.

const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"
const head = ({ accent, on }: Accent) => `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (max-width: 480px) {
  .sheet { padding: 24px 20px !important }
  .ground { padding: 12px 8px !important }
  .button { display: block !important; text-align: center !important }
}
@media (prefers-color-scheme: dark) {
  .page, .ground { background: #0d1417 !important }
  .sheet { background: #151d21 !important; border-color: #29353a !important }
  .ink { color: #eef3f2 !important }
  .soft { color: #b3bfc2 !important }
  .line { border-color: #29353a !important }
  .brand { color: ${accent} !important }
  .button { background: ${accent} !important; color: ${on} !important }
}`

const layout = { role: 'presentation', cellPadding: 0, cellSpacing: 0, width: '100%' } as const

const style: Record<'ground' | 'sheet' | 'text' | 'small', CSSProperties> = {
  ground: { background: '#f4f7f6', padding: '32px 16px' },
  sheet: {
    background: '#ffffff',
    border: '1px solid #d9e0df',
    borderRadius: 12,
    padding: 32,
  },
  text: { margin: '0 0 16px', color: '#172226', overflowWrap: 'anywhere' },
  small: { margin: '0 0 8px', fontSize: 13, lineHeight: 1.5, color: '#55646a' },
}

const brandStyle = ({ accent }: Accent): CSSProperties => ({
  margin: '0 0 24px',
  fontSize: 18,
  fontWeight: 700,
  color: accent,
})

const buttonStyle = ({ accent, on }: Accent): CSSProperties => ({
  display: 'inline-block',
  padding: '12px 24px',
  borderRadius: 8,
  background: accent,
  color: on,
  lineHeight: '20px',
  fontWeight: 600,
  textDecoration: 'none',
})

/** Where the sender attaches the brand's own mark, so that readers load nothing from a server. */
export const MARK_ID = 'mark'

function Brand({ isRtl }: { isRtl: boolean }): ReactNode {
  const picture = { margin: isRtl ? '0 0 0 10px' : '0 10px 0 0', verticalAlign: 'middle' }
  const mark = hasOwnIcons()
    ? h('img', { src: `cid:${MARK_ID}`, width: 32, height: 32, alt: '', style: picture })
    : null
  const { light } = ownBrand().palette
  return h('p', { style: brandStyle(light), className: 'brand' }, mark, brandName())
}

function Paragraph({ text }: { text: string }): ReactNode {
  const lines = text.split('\n')
  const parts = lines.flatMap((line, at) => (at === 0 ? [line] : [h('br', { key: at }), line]))
  return h('p', { style: style.text, className: 'ink' }, ...parts)
}

type RowsProps = { rows: [name: string, value: string][]; isRtl: boolean }

function Rows({ rows, isRtl }: RowsProps): ReactNode {
  const padding = isRtl ? '8px 0 8px 16px' : '8px 16px 8px 0'
  const name = { padding, color: '#55646a', fontSize: 14 }
  // Addresses and transaction ids are one long word, so break them at the end of a line.
  const value = { ...name, padding: '8px 0', color: '#172226', wordBreak: 'break-all' } as const
  const lines = rows.map(([label, text], at) => {
    const rule = at < rows.length - 1 ? { borderBottom: '1px solid #d9e0df' } : {}
    return h(
      'tr',
      { key: label },
      h(
        'td',
        { valign: 'top', width: '34%', style: { ...name, ...rule }, className: 'soft line' },
        label,
      ),
      h('td', { valign: 'top', style: { ...value, ...rule }, className: 'ink line' }, text),
    )
  })
  return h(
    'table',
    { ...layout, style: { margin: '0 0 24px', tableLayout: 'fixed' } },
    h('tbody', null, lines),
  )
}

function Action({ label, url }: { label: string; url: string }): ReactNode {
  const link = { ...style.small, wordBreak: 'break-all' } as const
  return [
    h(
      'p',
      { key: 'button', style: { margin: '24px 0 16px' } },
      h(
        'a',
        { href: url, style: buttonStyle(ownBrand().palette.light), className: 'button' },
        label,
      ),
    ),
    h('p', { key: 'link', style: link, className: 'soft' }, url),
  ]
}

function Foot({ language, footnote, unsubscribeUrl }: EmailContent) {
  const rule = {
    ...style.small,
    margin: '24px 0 0',
    paddingTop: 16,
    borderTop: '1px solid #d9e0df',
  }
  const link =
    unsubscribeUrl &&
    h(
      'a',
      { href: unsubscribeUrl, style: { color: 'inherit' } },
      writerOf(language).say('unsubscribe'),
    )
  const { entity } = ownBrand()
  const last = entity ? [h('br', { key: 'break' }), entity] : []
  return h('p', { style: rule, className: 'soft line' }, footnote, link && h('br'), link, ...last)
}

function EmailPage({ content }: { content: EmailContent }): ReactNode {
  const { subject, greeting, paragraphs, rows = [], action } = content
  const texts = [greeting, ...paragraphs].map((text, at) => h(Paragraph, { key: at, text }))
  // Email clients don't support logical properties.
  const isRtl = directionOf(content.language) === 'rtl'
  const sheet = h(
    'td',
    { style: { ...style.sheet, textAlign: isRtl ? 'right' : 'left' }, className: 'sheet' },
    h(Brand, { isRtl }),
    texts,
    rows.length > 0 && h(Rows, { rows, isRtl }),
    action && h(Action, action),
    h(Foot, content),
  )
  const column = h(
    'table',
    { ...layout, style: { maxWidth: 560, tableLayout: 'fixed' } },
    h('tbody', null, h('tr', null, sheet)),
  )
  const ground = h('td', { align: 'center', style: style.ground, className: 'ground' }, column)
  const body = { margin: 0, background: '#f4f7f6', font: `16px/1.55 ${FONT}` }
  return h(
    'html',
    { lang: content.language, dir: directionOf(content.language) },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('title', null, subject),
      h('style', null, head(ownBrand().palette.dark)),
    ),
    h(
      'body',
      { style: body, className: 'page' },
      h('table', layout, h('tbody', null, h('tr', null, ground))),
    ),
  )
}

/** Renders an email as a page. React escapes everything from outside. */
export const renderHtml = (content: EmailContent): string =>
  // React would preload the mark, which is useless for an attachment.
  `<!doctype html>${renderToStaticMarkup(h(EmailPage, { content }))}`.replace(
    /<link rel="preload"[^>]*>/,
    '',
  )
