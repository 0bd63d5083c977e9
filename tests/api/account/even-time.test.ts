import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLong } from '../../support/scale.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { password, registerMember } from '../support/members.ts'

// Timing must not reveal whether an address or a name is known. We compare the fastest of
// interleaved answers, because noise only ever delays an answer. A busy machine may need several
// batches until each side has had an answer without a delay. The comparison must hold after two
// batches in a row, to rule out luck.

let edge: Edge
beforeAll(async () => {
  edge = await openEdge({ AUTH_COST: 'full' })
  await registerMember(edge, 'known')
})
afterAll(() => edge.close())

async function timeOf<const U extends string>(url: U, body: object): Promise<number> {
  const started = performance.now()
  await edge.call('POST', url, { body })
  return performance.now() - started
}

type Ask = (i: number) => Promise<number>
type Near = (known: number, unknown: number) => boolean

const MAX_BATCHES = 20

type Times = readonly [known: number, unknown: number]

/** The fastest of each side in a batch, and `before` it. */
async function fastest(
  before: Times,
  from: number,
  pairs: number,
  [known, unknown]: [known: Ask, unknown: Ask],
): Promise<Times> {
  const best: [number, number] = [...before]
  for (let i = from; i < from + pairs; i++) {
    best[0] = Math.min(best[0], await known(i))
    best[1] = Math.min(best[1], await unknown(i))
  }
  return best
}

/** Runs batches until the times are close after two in a row. Returns the times after each. */
async function compare(near: Near, pairs: number, asks: [known: Ask, unknown: Ask]) {
  const none: Times = [Infinity, Infinity]
  const batches: Times[] = []
  await fastest(none, 0, pairs, asks)
  for (let batch = 1; batch <= MAX_BATCHES; batch++) {
    batches.push(await fastest(batches.at(-1) ?? none, batch * pairs, pairs, asks))
    const last = batches.slice(-2)
    if (last.length === 2 && last.every((times) => near(...times))) return { even: true, batches }
  }
  return { even: false, batches }
}

const within =
  (ms: number): Near =>
  (known, unknown) =>
    Math.abs(known - unknown) < ms
const alike: Near = (known, unknown) => known / unknown > 0.75 && known / unknown < 1.33

/** A timer may fire slightly early. */
const EARLY_MS = 2

const forgot = (email: string) => timeOf('/api/accounts/forgot-password/', { email })
const register = (username: string, email: string) =>
  timeOf('/api/auth/register/', { username, email, password, password2: password })
const login = (username: string) => timeOf('/api/auth/login/', { username, password: 'wrong' })

test.runIf(isLong)('forgot', async () => {
  const { even, batches } = await compare(within(3), 8, [
    () => forgot('known@example.org'),
    (i) => forgot(`unknown${i}@example.org`),
  ])
  expect([even, batches]).toEqual([true, expect.anything()])
  expect(Math.min(...batches.flat())).toBeGreaterThanOrEqual(60 - EARLY_MS)
})

// Both hash the password, which takes longer under load, before the minimum duration begins. A hash
// that only one of them computed would show: it takes 40 ms on an idle core.
test.runIf(isLong)('registration', async () => {
  const { even, batches } = await compare(within(20), 6, [
    (i) => register(`first${i}`, 'known@example.org'),
    (i) => register(`second${i}`, `second${i}@example.org`),
  ])
  expect([even, batches]).toEqual([true, expect.anything()])
  expect(Math.min(...batches.flat())).toBeGreaterThanOrEqual(150 - EARLY_MS)
})

test.runIf(isLong)('sign-in', async () => {
  const { even, batches } = await compare(alike, 6, [
    () => login('known'),
    (i) => login(`nobody${i}`),
  ])
  expect([even, batches]).toEqual([true, expect.anything()])
})
