import { expect, onTestFinished, test, vi } from 'vitest'
import { signPayout, type Signing } from '../../src/server/payout/sign-payout.ts'
import { newPrivateKey } from '../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../src/tron/transaction/signature.ts'
import { isProvablyExpired } from '../../src/tron/query/transaction-state.ts'
import { rateE8, units } from '../../src/domain/money/money.ts'

// When a payout ends. After a failover, payouts wait until all earlier ones have ended.

const HEAD_MS = Date.parse('2026-11-29T12:00:00Z')
const VALID_MS = 600_000
const key = newPrivateKey()
const address = addressOfKey(key)

/** The end of a payout, in seconds after the newest final block, by how much our clock is later. */
function endAfter(clockMs: number, roundMs = 0): number {
  vi.useFakeTimers({ toFake: ['Date'], now: HEAD_MS + clockMs })
  onTestFinished(() => void vi.useRealTimers())
  const signing: Signing = {
    withdrawal: 1,
    attempt: 1,
    coin: 'TRX',
    to: addressOfKey(newPrivateKey()),
    amount: units(1_000_000n),
    rateE8: rateE8(25_000_000n),
    feeLimitSun: 0n,
    worstSun: 0n,
    final: { number: 1, id: '0'.repeat(64), timeMs: HEAD_MS },
    finalReadAt: performance.now() - roundMs,
    validForMs: VALID_MS,
    usdtContract: address,
  }
  const { expiresAt } = signPayout({ address, key }, signing)
  return Math.round(((expiresAt?.getTime() ?? 0) - HEAD_MS) / 1_000)
}

test('is given up a minute after its end, by the time of final blocks', () => {
  const seenAt = (ms: number) => ({ state: 'absent', finalTimeMs: HEAD_MS + ms }) as const
  expect(isProvablyExpired(seenAt(60_000), HEAD_MS)).toBe(false)
  expect(isProvablyExpired(seenAt(60_001), HEAD_MS)).toBe(true)
  expect(isProvablyExpired({ state: 'seen' }, 0)).toBe(false)
})

test('is valid for ten minutes from our time', () => {
  expect(endAfter(57_000)).toBe(657)
})

test('ends no later than the chain’s time allows, although our clock is ahead', () => {
  expect(endAfter(57_000 + 170_000)).toBe(660)
})

test('loses no time to the payouts before it in a round', () => {
  expect(endAfter(57_000 + 400_000, 400_000)).toBe(1_057)
})

test('begins at the chain’s time if our clock is behind', () => {
  expect(endAfter(-30_000)).toBe(600)
})
