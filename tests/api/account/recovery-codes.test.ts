import { afterAll, beforeAll, expect, test } from 'vitest'
import { totpCode } from '../../../src/server/auth/totp.ts'
import { base32nopad } from '@scure/base'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember, signIn } from '../support/members.ts'

let edge: Edge
beforeAll(async () => {
  edge = await openEdge()
})
afterAll(() => edge.close())

test('accepts each 128-bit recovery code once, in any spelling', async () => {
  const { access: token } = await addMember(edge, 'wanda')
  const post = <const U extends string>(path: U, body: object) =>
    edge.call('POST', `/api/auth/${path}/`, { token, body })
  const begun = (await post('totp', {})).body
  const codes: string[] = begun.recovery_codes
  expect(codes).toHaveLength(10)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([0-9a-f]{4}-){7}[0-9a-f]{4}$/)
  const secret = base32nopad.decode(new URL(begun.otpauth_uri).searchParams.get('secret') ?? '')
  const code = totpCode(Buffer.from(secret), BigInt(Math.floor(Date.now() / 30_000)))
  expect((await post('totp/confirm', { code })).status).toBe(200)
  const [first = '', second = '', third = ''] = codes
  const typed = [first, second.replaceAll('-', ''), third.toUpperCase().replaceAll('-', ' ')]
  for (const each of typed) expect((await post('step-up', { code: each })).status).toBe(200)
  for (const each of [...typed, first.slice(0, -1)]) {
    expect((await post('step-up', { code: each })).status).toBe(400)
  }
})

test('ends the step-ups of other sessions when the app is turned off', async () => {
  const { access: token, username } = await addMember(edge, 'turner')
  const start = async (session: string) => edge.call('POST', '/api/auth/totp/', { token: session })
  const begun = (await start(token)).body
  const secret = base32nopad.decode(new URL(begun.otpauth_uri).searchParams.get('secret') ?? '')
  const code = totpCode(Buffer.from(secret), BigInt(Math.floor(Date.now() / 30_000)))
  const confirmed = await edge.call('POST', '/api/auth/totp/confirm/', { token, body: { code } })
  expect(confirmed.status).toBe(200)
  const { body: phone } = await signIn(edge, username)
  const body = { code: begun.recovery_codes[0] }
  const proved = await edge.call('POST', '/api/auth/step-up/', { token: phone.access, body })
  expect(proved.status).toBe(200)
  const disabled = await edge.call('POST', '/api/auth/totp/disable/', { token })
  expect(disabled.status).toBe(200)
  expect((await start(phone.access)).status).toBe(403)
  expect((await start(token)).status).toBe(200)
})
