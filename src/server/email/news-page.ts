import type { FastifyReply } from 'fastify'
import type { Language } from '../../contract/fields/languages.ts'
import { writerOf } from '../language/writer.ts'
import { pagePolicy } from '../http/security-headers.ts'

// The page behind an email's unsubscribe link. Link scanners only send GET, so nothing changes
// until the member presses the button.

const STYLE = `
:root { color-scheme: light dark }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 30rem; margin: 12vh auto; padding: 0 1rem }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: 0 1.5rem; border: 0;
  border-radius: .5rem; background: #0b6b5d; color: #fff; cursor: pointer }
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
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>${text}</main></body></html>
`
  return reply
    .type('text/html; charset=utf-8')
    .header('Content-Security-Policy', pagePolicy(html))
    .send(html)
}
