import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

type Taken = { raw: Buffer; recipients: string[] }

/** An SMTP server of a test, with the sender's settings for it. */
export type SmtpSink = {
  settings: { smtpUrl: string; from: string; host: string }
  close(): Promise<void>
}

/**
 * Starts an SMTP server on this machine.
 * @param take gets each email. The server accepts it if this resolves, and refuses it otherwise.
 */
export async function openSmtpSink(
  take: (taken: Taken) => Promise<void>,
  options: Pick<SMTPServerOptions, 'onRcptTo'> = {},
): Promise<SmtpSink> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    ...options,
    onData: (stream, { envelope }, done) => {
      const recipients = envelope.rcptTo.map(({ address }) => address)
      const receive = async () => take({ raw: await buffer(stream), recipients })
      callbackify(receive)((error) => done(error))
    },
  })
  // A client that is stopped may leave in the middle.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const from = 'Twofold <no-reply@example.org>'
  return {
    settings: { smtpUrl: `smtp://127.0.0.1:${port}`, from, host: 'example.org' },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
