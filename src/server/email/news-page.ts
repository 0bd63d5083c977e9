import type { FastifyReply } from 'fastify'
import { directionOf, type Language } from '../../contract/fields/languages.ts'
import { brandName, inlineMark, ownBrand } from '../brand/brand.ts'
import type { Palette } from '../brand/palette.ts'
import { writerOf } from '../language/writer.ts'
import { escapeHtml } from '../../contract/texts/escape-html.ts'
import { pagePolicy } from '../http/security-headers.ts'

// The page behind an email's unsubscribe link. Link scanners only send GET, so nothing changes
// until the member presses the button.

const styleOf = ({ light }: Palette) => `
:root { color-scheme: light dark }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 30rem; margin: 12vh auto; padding: 0 1rem }
.brand { display: flex; align-items: center; gap: .6rem; font-weight: 600;
  --accent: ${light.accent} }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: 0 1.5rem; border: 0;
  border-radius: .5rem; background: ${light.accent}; color: ${light.on}; cursor: pointer }
button:focus-visible { outline: 3px solid; outline-offset: 3px }`

/** Sends the question or, once news is off, the confirmation. */
export function sendNewsPage(
  reply: FastifyReply,
  { news, language }: { news: boolean; language: Language },
): FastifyReply {
  const { say } = writerOf(language)
  const title = say(news ? 'news_title' : 'news_off_title')
  const button = `<form method="post"><button>${say('unsubscribe')}</button></form>`
  const text = news ? `<p>${say('news_question')}</p>${button}` : `<p>${say('news_off')}</p>`
  const html = `<!doctype html><html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width">
<style>${styleOf(ownBrand().palette)}</style></head><body><main>
<p class="brand">${inlineMark('width:1.75rem')}${escapeHtml(brandName())}</p>
<h1>${title}</h1>${text}</main></body></html>
`
  return reply
    .type('text/html; charset=utf-8')
    .header('Content-Security-Policy', pagePolicy(html))
    .send(html)
}
