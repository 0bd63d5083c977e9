import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../email/template.ts'
import type { Mailbox } from '../email/mailbox.ts'

const HEAD = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mailbox</title>
<meta name="viewport" content="width=device-width"><h1>Mailbox</h1>
<p>Emails that the product sent in development, newest first.</p>`

/** Pages for development and testing. They don't exist in production. */
export function addDevelopmentPages(app: FastifyInstance, mailbox: Mailbox | undefined): void {
  if (!mailbox) return
  app.get('/dev/mailbox/messages', async () => mailbox.messages())
  app.get('/dev/mailbox', async (_request, reply) => {
    const items = mailbox.messages().map(
      ({ to, subject, text, date }) =>
        `<article><h2>${escapeHtml(subject)}</h2>
        <p>${escapeHtml(date)} · to ${escapeHtml(to)}</p>
        <pre>${linkify(escapeHtml(text))}</pre></article>`,
    )
    return reply.type('text/html; charset=utf-8').send(HEAD + items.join('<hr>'))
  })
}

// The text is already escaped, so a match can't contain a quote or an angle bracket.
const linkify = (escaped: string): string =>
  escaped.replace(/https?:\/\/[^\s<>"&]+/g, (url) => `<a href="${url}">${url}</a>`)
