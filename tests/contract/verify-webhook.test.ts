import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyWebhook } from '../../packages/client/src/client.ts'
import { signatureOf } from '../../src/server/webhooks/sign.ts'

// The client package's check of webhooks, compared with the server's signatures.

const secret = 'whsec_q0Jm7Zk3vT2xw5RhYbAQ1c9uLd8sNfE6gHiKoP4rStU'
const body = '{"id":"evt_1","type":"webhook.test","note":"Grüße"}'
const header = (at = new Date(), secrets = [secret]): string => signatureOf(secrets, body, at)
const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1000)

test('accepts what the server signed, as text and as bytes', async () => {
  expect(await verifyWebhook(body, header(), secret)).toMatchObject({ id: 'evt_1' })
  expect(await verifyWebhook(Buffer.from(body), header(), secret)).toMatchObject({ id: 'evt_1' })
  expect(await verifyWebhook(body, header(ago(299)), secret)).toMatchObject({ id: 'evt_1' })
  expect(await verifyWebhook(body, header(ago(3_000)), secret, 4_000)).toMatchObject({
    id: 'evt_1',
  })
})

test('accepts either secret while one replaces the other', async () => {
  const both = header(new Date(), ['whsec_new', secret])
  expect(await verifyWebhook(body, both, secret)).toMatchObject({ id: 'evt_1' })
  expect(await verifyWebhook(body, header(), ['whsec_new', secret])).toMatchObject({ id: 'evt_1' })
})

test('signs the time, a dot, and the body', () => {
  const at = new Date('2026-03-14T09:26:53Z')
  const mac = createHmac('sha256', secret).update(`1773480413.${body}`).digest('hex')
  expect(header(at)).toBe(`t=1773480413,v1=${mac}`)
})

const now = Math.floor(Date.now() / 1000)
const forged = `t=${now},v1=${'0'.repeat(64)}`
const [, oldSignature = ''] = header(ago(400)).split(',')

test.each([
  ['an old signature', body, header(ago(301)), 'too old'],
  ['a signature from the future', body, header(ago(-400)), 'too old'],
  ['an old signature with a new time', body, `t=${now},${oldSignature}`, 'No signature'],
  ['another body', `${body} `, header(), 'No signature'],
  ['another secret', body, header(new Date(), ['whsec_other']), 'No signature'],
  ['a forged signature', body, forged, 'No signature'],
  ['an empty header', body, '', 'not readable'],
  ['no header', body, null, 'not readable'],
  ['no time', body, `v1=${'0'.repeat(64)}`, 'not readable'],
  ['a time that is no number', body, `t=soon,v1=${'0'.repeat(64)}`, 'not readable'],
  ['another version alone', body, `t=${now},v0=${'0'.repeat(64)}`, 'not readable'],
  ['a signature that is cut off', body, header().slice(0, -1), 'not readable'],
])('refuses %s', async (_what, given, signature, why) => {
  await expect(verifyWebhook(given, signature, secret)).rejects.toThrow(why)
})
