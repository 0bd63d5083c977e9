import { createTransport, type SendMailOptions } from 'nodemailer'

export type SendTimes = {
  /** How long until the SMTP server has the whole email. */
  readonly replyMs: number
  /** How long it may then take to accept it. Servers check an email before they do. */
  readonly sendMs: number
}

export type Mailer = {
  send(message: SendMailOptions): Promise<void>
  close(): void
}

/** Sends one email at a time. A server that takes too long loses its connection. */
export function openMailer(smtpUrl: string, { replyMs, sendMs }: SendTimes): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // Our own limits are shorter, and also end a connection whose server says something all along.
    socketTimeout: replyMs + sendMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  let onWhole: (() => void) | undefined
  transport.use('stream', ({ message }, done) => {
    const open = message?.createReadStream.bind(message)
    if (message && open) {
      message.createReadStream = (options) => open(options).once('end', () => onWhole?.())
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
      onWhole = () => {
        clearTimeout(timer)
        timer = limit(sendMs)
      }
      try {
        await transport.sendMail({ ...message, signal: late.signal })
      } catch (error) {
        throw late.signal.aborted ? late.signal.reason : error
      } finally {
        onWhole = undefined
        clearTimeout(timer)
      }
    },
    close: () => transport.close({ force: true }),
  }
}
