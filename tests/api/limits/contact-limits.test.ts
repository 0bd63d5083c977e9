import { afterAll, beforeAll, expect, test } from 'vitest'
import { rateLimits } from '../../../src/contract/fields/limits.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { useUp } from './use-up.ts'
import { windowHasTime } from './window-has-time.ts'

// Each message stays for years and is emailed to support, and a visitor may have many addresses.

let edge: Edge
beforeAll(async () => {
  edge = await openEdge({ RATE_LIMITS: 'on' })
})
afterAll(() => edge.close())

const send = async (message: string, address: string) => {
  const body = { name: 'Ana', email: 'ana@example.org', subject: 'Fees', message }
  const { status } = await edge.call('POST', '/api/accounts/contact/', { body, address })
  return status
}

const countMessages = async () =>
  (await edge.db.selectFrom('contact_messages').select('no').execute()).length

test('limits contact messages per IPv6 /48', async () => {
  await windowHasTime()
  const { most } = rateLimits.contactNetwork
  for (let i = 1; i <= most; i++) {
    expect(await send(`Question ${i}`, `2001:db8:90:${i}::1`)).toBe(201)
  }
  expect(await send('One more', '2001:db8:90:ffff::1')).toBe(429)
  expect(await send('From elsewhere', '2001:db8:91:1::1')).toBe(201)
  expect(await countMessages()).toBe(most + 1)
})

test('limits contact messages in total, except for repeats of one that waits', async () => {
  await windowHasTime()
  expect(await send('First', '192.0.2.7')).toBe(201)
  await useUp(edge.db, 'contactOfAll', { kind: 'typed', typed: 'everyone' })
  const before = await countMessages()
  expect(await send('Second', '192.0.2.8')).toBe(429)
  expect(await send('First', '192.0.2.7')).toBe(201)
  expect(await countMessages()).toBe(before)
})
