import type { FastifyReply } from 'fastify'
import { pagePolicy } from '../http/security-headers.ts'

// The page behind an email's unsubscribe link. Link scanners only send GET, so nothing changes
// until the member presses the button.

const STYLE = `
:root { color-scheme: light dark }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 30rem; margin: 12vh auto; padding: 0 1rem }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: 0 1.5rem; border: 0;
  border-radius: .5rem; background: #0b6b5d; color: #fff; cursor: pointer }
button:focus-visible { outline: 3px solid; outline-offset: 3px }`

const QUESTION = `<p>We email you when someone joins with your referral code and when one of your
boards is complete. Unsubscribing doesn’t affect emails about your money or your account’s
security.</p><form method="post"><button>Unsubscribe</button></form>`

const DONE = '<p>You’re unsubscribed. You can turn news emails back on in your account.</p>'

/** Sends the question or, once news is off, the confirmation. */
export function sendNewsPage(reply: FastifyReply, wantsNews: boolean): FastifyReply {
  const title = wantsNews ? 'News by email' : 'News is off'
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>${wantsNews ? QUESTION : DONE}</main></body></html>
`
  return reply
    .type('text/html; charset=utf-8')
    .header('Content-Security-Policy', pagePolicy(html))
    .send(html)
}
