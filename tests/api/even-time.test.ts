import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEdge, type Edge } from './edge.ts'
import { password, registerMember } from './members.ts'

// Time must not tell whether an address or a name is known. The fastest of many interleaved
// answers is compared: noise only ever makes an answer later.

let edge: Edge
beforeAll(async () => {
  edge = await openEdge()
  await registerMember(edge, 'known')
})
afterAll(() => edge.close())

async function timeOf(url: string, body: object): Promise<number> {
  const started = performance.now()
  await edge.call('POST', url, { body })
  return performance.now() - started
}

async function fastest(
  pairs: number,
  known: (i: number) => Promise<number>,
  unknown: (i: number) => Promise<number>,
): Promise<[number, number]> {
  let best: [number, number] = [Infinity, Infinity]
  for (let i = 0; i < pairs; i++) {
    const [first, second] = [await known(i), await unknown(i)]
    best = [Math.min(best[0], first), Math.min(best[1], second)]
  }
  return best
}

const nearMs = 5

const forgot = (email: string) => timeOf('/api/accounts/forgot-password/', { email })
const register = (username: string, email: string) =>
  timeOf('/api/auth/register/', { username, email, password, password2: password })
const login = (username: string) => timeOf('/api/auth/login/', { username, password: 'wrong' })

test('forgot', async () => {
  const times = await fastest(
    25,
    () => forgot('known@example.org'),
    (i) => forgot(`unknown${i}@example.org`),
  )
  expect(Math.abs(times[0] - times[1])).toBeLessThan(nearMs)
})

test('registration', async () => {
  const times = await fastest(
    10,
    (i) => register(`first${i}`, 'known@example.org'),
    (i) => register(`second${i}`, `second${i}@example.org`),
  )
  expect(Math.abs(times[0] - times[1])).toBeLessThan(nearMs)
})

test('sign-in', async () => {
  const times = await fastest(
    25,
    () => login('known'),
    (i) => login(`nobody${i}`),
  )
  expect(times[0] / times[1]).toBeGreaterThan(0.7)
  expect(times[0] / times[1]).toBeLessThan(1.4)
})
