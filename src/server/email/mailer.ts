import { Readable } from 'node:stream'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { NotOurs } from '../workers/lease.ts'

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

/** What the sender of an email knows, and has to know, when the email leaves. */
type Handover = {
  /** Asked right before the email leaves. If it isn't ours anymore, we send none of it. */
  readonly isOurs: () => Promise<boolean>
  /** Called once the server has the whole email. */
  readonly onWhole: () => void
}

export type Mailer = {
  /**
   * @param message with a message id of its own
   * @throws NotAccepted
   */
  send(message: SendMailOptions & { readonly messageId: string }, handover: Handover): Promise<void>
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
  /** By message id. */
  const handovers = new Map<string, Handover>()
  transport.use('stream', ({ message, data }, done) => {
    const open = message?.createReadStream.bind(message)
    const handover = handovers.get(data.messageId ?? '')
    if (message && open && handover) {
      const { isOurs, onWhole } = handover
      message.createReadStream = (options) =>
        Readable.from(readOurs(() => open(options), isOurs)).once('end', onWhole)
    }
    done()
  })
  return {
    async send(message, { isOurs, onWhole }) {
      const late = new AbortController()
      const limit = (ms: number) =>
        setTimeout(
          () => late.abort(new Error(`The SMTP server took longer than ${ms / 1000} s.`)),
          ms,
        )
      let timer = limit(replyMs)
      let isWhole = false
      const wholeNow = (): void => {
        isWhole = true
        onWhole()
        clearTimeout(timer)
        timer = limit(sendMs)
      }
      handovers.set(message.messageId, { isOurs, onWhole: wholeNow })
      try {
        await transport.sendMail({ ...message, signal: late.signal })
      } catch (error) {
        throw new NotAccepted(late.signal.aborted ? late.signal.reason : error, isWhole)
      } finally {
        handovers.delete(message.messageId)
        clearTimeout(timer)
      }
    },
    close: () => transport.close({ force: true }),
  }
}

/** An email's text. The first part is read once the server is ready for it. */
async function* readOurs(
  open: () => AsyncIterable<unknown>,
  isOurs: Handover['isOurs'],
): AsyncGenerator<unknown, void> {
  if (!(await isOurs())) throw new NotOurs()
  yield* open()
}
