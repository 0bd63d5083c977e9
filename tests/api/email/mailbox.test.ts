import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { startMailbox } from '../../../src/server/email/mailbox.ts'

/** Parsers give up on a message with so many levels. */
const LEVELS = 400
function nested(level: number): string {
  if (level === 0) return 'Content-Type: text/plain\r\n\r\nDeep'
  const head = `Content-Type: multipart/mixed; boundary=b${level}`
  return `${head}\r\n\r\n--b${level}\r\n${nested(level - 1)}\r\n--b${level}--`
}

test('shows the other emails if one can’t be read', async () => {
  const mailbox = await startMailbox(0)
  const transport = createTransport({ host: '127.0.0.1', port: mailbox.port, ignoreTLS: true })
  onTestFinished(() => mailbox.stop())
  const envelope = { from: 'a@example.org', to: 'b@example.org' }
  await transport.sendMail({ envelope, raw: `Subject: Nested\r\n${nested(LEVELS)}` })
  await transport.sendMail({ ...envelope, subject: 'Good', text: 'Hello' })
  const messages = await mailbox.messages()
  expect(messages.map(({ subject }) => subject)).toEqual(['Good', 'This email cannot be read'])
  expect(messages.map(({ to }) => to)).toEqual(['b@example.org', 'b@example.org'])
})
