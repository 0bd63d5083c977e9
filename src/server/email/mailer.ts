import { createTransport, type SendMailOptions } from 'nodemailer'

export type SendTimes = {
  /** How long until the SMTP server has the whole email. */
  readonly replyMs: number
  /** How long it may then take to accept it. Servers check an email before they do. */
  readonly sendMs: number
}

/** Why an email wasn't accepted. */
export class NotAccepted extends Error {
  override name = 'NotAccepted'
  /** The server's reply to this recipient or this email; empty if there was none. */
  readonly reply: string
  /** Whether the server had the whole email and didn't reply, and so may have delivered it. */
  readonly isUnclear: boolean

  constructor(cause: unknown, wasWhole: boolean) {
    super(String(cause), { cause })
    this.reply = replyOf(cause)
    this.isUnclear = wasWhole && this.reply === ''
  }
}

/** If a server greets nobody or refuses our sender, all emails must wait until that is repaired. */
function replyOf(error: unknown): string {
  if (!(error instanceof Error && 'response' in error && 'command' in error)) return ''
  const isOwn = error.command === 'RCPT TO' || error.command === 'DATA'
  return isOwn ? String(error.response) : ''
}

// Enhanced status codes (RFC 3463): an address but the sender's, a mailbox, the size, the content,
// and 5.4.1, with which Microsoft refuses unknown recipients.
const OWN_FAULT = /^55\d[ -]5\.(?:1\.(?![78]\b)|2\.|3\.4\b|4\.1\b|6\.)/

/**
 * Whether a reply refuses this recipient or this email for good. Other replies with 5xx may concern
 * all of our emails: a server that doesn't relay for us, or has suspended us, sends one here, too.
 */
export const isForGood = (reply: string): boolean => OWN_FAULT.test(reply)

export type Mailer = {
  /**
   * @param message with a message id of its own
   * @throws NotAccepted
   */
  send(message: SendMailOptions & { readonly messageId: string }): Promise<void>
  close(): void
}

/** Sends a few emails at a time. A server that takes too long loses the connection of that one. */
export function openMailer(
  smtpUrl: string,
  maxConnections: number,
  { replyMs, sendMs }: SendTimes,
): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // Our own limits are shorter, and also end a connection whose server says something all along.
    socketTimeout: replyMs + sendMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  /** Called once the server has the whole email, by message id. */
  const onWhole = new Map<string, () => void>()
  transport.use('stream', ({ message, data }, done) => {
    const open = message?.createReadStream.bind(message)
    const tell = onWhole.get(data.messageId ?? '')
    if (message && open && tell) {
      message.createReadStream = (options) => open(options).once('end', tell)
    }
    done()
  })
  return {
    async send(message) {
      const late = new AbortController()
      const limit = (ms: number) =>
        setTimeout(
          () => late.abort(new Error(`The SMTP server took longer than ${ms / 1000} s.`)),
          ms,
        )
      let timer = limit(replyMs)
      let isWhole = false
      onWhole.set(message.messageId, () => {
        isWhole = true
        clearTimeout(timer)
        timer = limit(sendMs)
      })
      try {
        await transport.sendMail({ ...message, signal: late.signal })
      } catch (error) {
        throw new NotAccepted(late.signal.aborted ? late.signal.reason : error, isWhole)
      } finally {
        onWhole.delete(message.messageId)
        clearTimeout(timer)
      }
    },
    close: () => transport.close({ force: true }),
  }
}
