import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type ReceivedEmail = {
  id: string
  /** The sender, as `Name <address>`. */
  from: string
  to: string
  subject: string
  text: string
  html: string
  date: string
}

export type Mailbox = {
  port: number
  /** Received emails to an address, or all, newest first. */
  messages(to?: string): Promise<ReceivedEmail[]>
  stop(): Promise<void>
}

const MAX_MESSAGES = 1000
const MAX_BYTES = 1024 * 1024

/** An SMTP server that accepts all email and keeps the newest thousand. Development only. */
export async function startMailbox(port: number, host = '127.0.0.1'): Promise<Mailbox> {
  // Parsing costs more than receiving, and most emails are never looked at.
  const received: { to: string; read: () => Promise<ReceivedEmail> }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: MAX_BYTES,
    disableReverseLookup: true,
    onData(stream, session, callback) {
      const to = session.envelope.rcptTo.map(({ address }) => address).join(', ')
      const receive = async () => {
        received.unshift({ to, read: readOnce(await buffer(stream), to) })
        received.length = Math.min(received.length, MAX_MESSAGES)
      }
      callbackify(receive)((error) => callback(error))
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  server.on('error', () => {})
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    messages: (to = '') =>
      Promise.all(received.filter((each) => each.to.includes(to)).map(({ read }) => read())),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function readOnce(raw: Buffer, to: string): () => Promise<ReceivedEmail> {
  const receivedAt = new Date()
  let parsed: Promise<ReceivedEmail> | undefined
  return () =>
    (parsed ??= readEmail(raw, to, receivedAt).catch(() => unreadable(raw, to, receivedAt)))
}

/** One bad email must not hide the others. */
const unreadable = (raw: Buffer, to: string, receivedAt: Date): ReceivedEmail => ({
  id: `unreadable-${receivedAt.getTime()}`,
  from: '',
  to,
  subject: 'This email cannot be read',
  text: raw.toString('utf8'),
  html: '',
  date: receivedAt.toISOString(),
})

async function readEmail(raw: Buffer, to: string, receivedAt: Date): Promise<ReceivedEmail> {
  const parsed = await PostalMime.parse(raw)
  return {
    id: parsed.messageId ?? '',
    from: `${parsed.from?.name ?? ''} <${parsed.from?.address ?? ''}>`,
    to,
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? '',
    date: parsed.date ?? receivedAt.toISOString(),
  }
}
