import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEdge, type Edge } from './edge.ts'
import { password, registerMember } from './members.ts'

// Time must not tell whether an address or a name is known. The fastest of many interleaved
// answers is compared: noise only ever makes an answer later, so that on a busy machine more are
// asked for until both have had a quiet moment. Work that one side alone does never goes away.

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

type Ask = (i: number) => Promise<number>

/** Asks `least` pairs, then more until `isNear`; gives the fastest of each side. */
async function fastest(
  least: number,
  isNear: (known: number, unknown: number) => boolean,
  [known, unknown]: [known: Ask, unknown: Ask],
): Promise<[number, number]> {
  const best: [number, number] = [Infinity, Infinity]
  for (let i = 0; i < least || (i < MOST_PAIRS && !isNear(...best)); i++) {
    best[0] = Math.min(best[0], await known(i))
    best[1] = Math.min(best[1], await unknown(i))
  }
  return best
}

const MOST_PAIRS = 200
const withinMs = (known: number, unknown: number): boolean => Math.abs(known - unknown) < 5
const alike = (known: number, unknown: number): boolean =>
  known / unknown > 0.7 && known / unknown < 1.4

const forgot = (email: string) => timeOf('/api/accounts/forgot-password/', { email })
const register = (username: string, email: string) =>
  timeOf('/api/auth/register/', { username, email, password, password2: password })
const login = (username: string) => timeOf('/api/auth/login/', { username, password: 'wrong' })

test('forgot', async () => {
  const times = await fastest(25, withinMs, [
    () => forgot('known@example.org'),
    (i) => forgot(`unknown${i}@example.org`),
  ])
  expect(times).toSatisfy(([a, b]) => withinMs(a, b))
})

test('registration', async () => {
  const times = await fastest(10, withinMs, [
    (i) => register(`first${i}`, 'known@example.org'),
    (i) => register(`second${i}`, `second${i}@example.org`),
  ])
  expect(times).toSatisfy(([a, b]) => withinMs(a, b))
})

test('sign-in', async () => {
  const times = await fastest(25, alike, [() => login('known'), (i) => login(`nobody${i}`)])
  expect(times).toSatisfy(([a, b]) => alike(a, b))
})
