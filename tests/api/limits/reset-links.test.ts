import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember, emailedToken } from '../support/members.ts'
import { windowHasTime } from './window-has-time.ts'

let edge: Edge
beforeAll(async () => {
  edge = await openEdge({ RATE_LIMITS: 'on' })
})
afterAll(() => edge.close())

test('lets a member reset the password, even if strangers use up the emails', async () => {
  await windowHasTime()
  const { username } = await addMember(edge, 'besieged')
  const email = `${username}@example.org`
  const ask = (address: string) =>
    edge.call('POST', '/api/accounts/forgot-password/', { body: { email }, address })
  const asked = async (addresses: string[]) => {
    const answers = []
    for (const address of addresses) answers.push(await ask(address))
    return answers.map(({ status }) => status)
  }
  const fromOne = Array.from({ length: 5 }, (_, i) => `2001:db8:66:${i}::1`)
  expect(await asked(fromOne)).toEqual([200, 200, 200, 429, 429])
  const ownAddress = '192.0.2.77'
  expect(await asked([ownAddress])).toEqual([200])
  const token = await emailedToken(edge, email)
  expect(await asked(['192.0.2.78', '192.0.2.79'])).toEqual([200, 429])
  const refused = await ask(ownAddress)
  expect([refused.problem.code, refused.problem.text?.code]).toEqual([
    'rate_limited',
    'recovery_limit',
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  const next = 'a better horse battery'
  const body = { token, new_password: next, confirm_password: next }
  expect((await edge.call('POST', '/api/accounts/reset-password/', { body })).status).toBe(200)
})
