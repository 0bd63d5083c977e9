import { expect, test } from 'vitest'
import {
  longestOutgoing,
  smallestBalances,
  voteAccount,
  voteFee,
  voteFlag,
  voteStillFinal,
} from '../../src/tron/quorum/votes.ts'
import { fine, troubled, type Result } from '../../src/tron/node/trouble.ts'
import { combineStates } from '../../src/tron/quorum/state-agreement.ts'
import type { TransactionState } from '../../src/tron/query/transaction-state.ts'

// What several nodes decide together.

const silent: Result<never> = troubled('timeout', 'no answer')
const reverted: Result<never> = troubled('reverted', 'REVERT')

const estimate = (feeLimitSun: bigint) => ({
  feeSun: feeLimitSun - 2n,
  unaidedSun: feeLimitSun - 1n,
  callSun: feeLimitSun - 1n,
  energy: 1n,
  bytes: 1n,
  activates: false,
  feeLimitSun,
  worstSun: feeLimitSun + 5n,
})
const limitOf = (...results: Parameters<typeof voteFee>[0]) => voteFee(results, 900n).result

test('takes the middle fee of several nodes, or the higher one of two', () => {
  const [low, middle, high] = [10n, 20n, 30n].map((limit) => fine(estimate(limit)))
  if (!low || !middle || !high) throw new Error('no estimates')
  expect(limitOf(high, low, middle)).toEqual(middle)
  expect(limitOf(low, high, silent)).toEqual(high)
  expect(limitOf(low)).toEqual(low)
})

test('burns up to the ceiling if one of several nodes alone estimates a fee', () => {
  const alone = { ...estimate(10n), feeLimitSun: 900n, worstSun: 905n }
  expect(limitOf(silent, fine(estimate(10n)), silent)).toEqual(fine(alone))
  // TRX has no limit.
  expect(limitOf(fine(estimate(0n)), silent)).toEqual(fine(estimate(0n)))
})

test('believes that a call fails only if most nodes report it', () => {
  const works = fine(estimate(10n))
  expect(limitOf(reverted, reverted, works)).toEqual(reverted)
  expect(limitOf(reverted, works, works)).toEqual(works)
  const unclear = { ok: false, trouble: { kind: 'disagreement' } }
  expect(limitOf(reverted, works)).toMatchObject(unclear)
  expect(limitOf(reverted, silent, silent)).toMatchObject(unclear)
})

const vote = (...says: (boolean | undefined)[]) =>
  voteFlag(
    says.map((each) => (each === undefined ? silent : fine(each))),
    'a test',
  )

test('knows what contradicts most nodes, but not while the others are silent', () => {
  expect(vote(true, false, false)).toEqual({ result: fine(false), dissents: [true, false, false] })
  expect(vote(true, true, undefined).dissents).toEqual([false, false, undefined])
  const one = vote(false, undefined, undefined)
  expect(one).toEqual({ result: fine(false), dissents: [undefined, undefined, undefined] })
})

const account = (isActivated: boolean, balanceSun: bigint, stakedSun: bigint) =>
  fine({ isActivated, isContract: false, balanceSun, stakedSun })

test('counts an account as activated if half of the nodes report it', () => {
  const [used, unused] = [account(true, 7n, 1n), account(false, 5n, 2n)]
  const least = { isContract: false, balanceSun: 5n, stakedSun: 1n }
  expect(voteAccount([used, unused]).result).toEqual(fine({ ...least, isActivated: true }))
  const other = { ...least, isActivated: false }
  expect(voteAccount([used, unused, unused]).result).toEqual(fine(other))
})

const balances = (trx: bigint, usdt: bigint) => fine({ trx, usdt })

test('spends no more than the lowest balances', () => {
  const told = [balances(3n, 9n), silent, balances(4n, 8n), balances(5n, 9n)]
  expect(smallestBalances(told)).toEqual(fine({ trx: 3n, usdt: 8n }))
  expect(smallestBalances([silent])).toEqual(silent)
})

test('reads the longest list of what an address sent', () => {
  const sent = ['a', 'b'].map((txid) => ({
    txid,
    blockNumber: 1,
    blockTimeMs: 1,
    succeeded: true,
    transfer: undefined,
  }))
  expect(longestOutgoing([fine(sent.slice(1)), silent, fine(sent)])).toEqual(fine(sent))
})

test('says from most nodes whether a final block was replaced', () => {
  const [same, other, short] = (['same', 'other', 'short'] as const).map((each) => fine(each))
  if (!same || !other || !short) throw new Error('no answers')
  expect(voteStillFinal([same, same, other])).toBe('held')
  expect(voteStillFinal([other, same, other])).toBe('replaced')
  expect(voteStillFinal([other, same, short])).toBe('short')
  expect(voteStillFinal([other, silent, silent])).toBe('unclear')
  expect(voteStillFinal([same, same, silent, silent])).toBe('unclear')
})

const absent = (finalTimeMs: number) => fine<TransactionState>({ state: 'absent', finalTimeMs })

test('takes a transaction for dead only by the slowest node, if all answer', () => {
  expect(combineStates([absent(9), absent(7)])).toEqual(absent(7))
  expect(combineStates([absent(9), silent])).toEqual(absent(0))
  const seen = fine<TransactionState>({ state: 'seen' })
  expect(combineStates([absent(9), seen])).toEqual(seen)
})
