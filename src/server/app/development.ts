import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { faucetOf, payFromFaucet, TestPayment } from '../chain/test-faucet.ts'
import type { Mailbox } from '../email/mailbox.ts'
import { mailboxPage, messagePage } from '../email/mailbox-page.ts'

/** Empty if it's missing or repeated. */
const text = z.string().catch('')
const Query = z.object({ to: text, id: text, for: text })

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; "

const sendPage = (reply: FastifyReply, html: string, more: string) =>
  reply
    .header('Content-Security-Policy', POLICY + more)
    .header('X-Frame-Options', 'SAMEORIGIN')
    .type('text/html; charset=utf-8')
    .send(html)

/** Pages for development and testing. They don't exist in production. */
export function addDevelopmentPages(
  app: FastifyInstance,
  config: Config,
  mailbox: Mailbox | undefined,
): void {
  if (mailbox) addMailbox(app, mailbox)
  const faucet = faucetOf(config)
  if (!faucet) return
  // The devnet's explorer, by a transaction or an address.
  app.get('/dev/chain', async ({ query }, reply) => {
    const wanted = Query.parse(query).for
    const path = wanted ? `/search?for=${encodeURIComponent(wanted)}` : '/'
    return await reply.redirect(new URL(path, faucet).href)
  })
  app.post('/dev/faucet', async ({ body }, reply) => {
    const payment = TestPayment.safeParse(body)
    if (!payment.success) return await reply.code(400).send()
    return await reply.code((await payFromFaucet(faucet, payment.data)) === null ? 502 : 204).send()
  })
}

function addMailbox(app: FastifyInstance, mailbox: Mailbox): void {
  const find = async (id: string) => (await mailbox.messages()).find((email) => email.id === id)
  app.get('/dev/mailbox/messages', () => mailbox.messages())
  app.get('/dev/mailbox', async ({ query }, reply) => {
    const { to } = Query.parse(query)
    return await sendPage(reply, mailboxPage(await mailbox.messages(), to), "form-action 'self'")
  })
  app.get('/dev/mailbox/message', async ({ query }, reply) => {
    const email = await find(Query.parse(query).id)
    return email ? await sendPage(reply, messagePage(email), '') : reply.callNotFound()
  })
  app.get('/dev/mailbox/html', async ({ query }, reply) => {
    const email = await find(Query.parse(query).id)
    if (!email) return reply.callNotFound()
    return await sendPage(reply, email.html, "sandbox; frame-ancestors 'self'")
  })
}
