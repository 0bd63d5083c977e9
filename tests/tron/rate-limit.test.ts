import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Lane } from '../../src/tron/node/node-caller.ts'
import { openRateLimit, type RateLimit, type Turn } from '../../src/tron/node/rate-limit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Asks for turns and notes when each came, in milliseconds from now. */
function ask(limit: RateLimit, lane: Lane, count: number, signal?: AbortSignal) {
  const startMs = performance.now()
  const ended: { turn: Turn; ms: number }[] = []
  for (let at = 0; at < count; at += 1) {
    void limit
      .turn(lane, signal)
      .then((turn) => ended.push({ turn, ms: performance.now() - startMs }))
  }
  const times = (turn: Turn) =>
    ended.filter((entry) => entry.turn === turn).map(({ ms }) => Math.round(ms))
  return { ended, times }
}

describe('the budget of a node', () => {
  test('lets one second of calls through at once, then spaces them', async () => {
    const limit = openRateLimit(4)
    const { times } = ask(limit, 'worker', 8)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(times('go')).toEqual([0, 0, 0, 0, 250, 500, 750, 1000])
    await vi.advanceTimersByTimeAsync(60_000)
    const later = ask(limit, 'worker', 1)
    await vi.advanceTimersByTimeAsync(0)
    expect(later.times('go')).toEqual([0])
  })

  test('gives members a quarter, and refuses to wait over two seconds', async () => {
    const limit = openRateLimit(8)
    const flood = ask(limit, 'member', 1_000)
    expect(limit.waiting()).toBeLessThanOrEqual(8)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(Math.max(...flood.times('go'))).toBeLessThanOrEqual(2_000)
    expect(flood.times('go').length).toBeLessThanOrEqual(8 + 4)
    expect(flood.times('crowded')).toHaveLength(1_000 - flood.times('go').length)
    const minute = { go: 0 }
    for (let second = 0; second < 60; second += 1) {
      const { times } = ask(limit, 'member', 20)
      await vi.advanceTimersByTimeAsync(1_000)
      minute.go += times('go').length
    }
    expect(minute.go).toBeLessThanOrEqual(8 + 120)
  })

  test('serves workers first', async () => {
    const limit = openRateLimit(8)
    ask(limit, 'worker', 8)
    const members = ask(limit, 'member', 3)
    const workers = ask(limit, 'worker', 8)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(workers.times('go')).toEqual([125, 250, 375, 500, 625, 750, 875, 1000])
    // Half a second's worth stays behind for the next worker.
    expect(members.times('go')).toEqual([1625, 1750, 1875])
  })

  test('leaves half of the burst to a worker after a crowd', async () => {
    const limit = openRateLimit(8)
    ask(limit, 'member', 100)
    const workers = ask(limit, 'worker', 4)
    await vi.advanceTimersByTimeAsync(0)
    expect(workers.times('go')).toEqual([0, 0, 0, 0])
  })

  test('refuses a member when workers leave no capacity for two seconds', async () => {
    const limit = openRateLimit(8)
    ask(limit, 'worker', 100)
    const { times } = ask(limit, 'member', 1)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(times('crowded')).toEqual([2_000])
  })

  test('bounds the workers’ queue', async () => {
    const limit = openRateLimit(1)
    const { times } = ask(limit, 'worker', 5_000)
    await vi.advanceTimersByTimeAsync(0)
    expect(limit.waiting()).toBe(1_000)
    expect(times('crowded')).toHaveLength(3_999)
  })

  test('ends all waits on a pause, which only grows', async () => {
    const limit = openRateLimit(1)
    const { times } = ask(limit, 'worker', 40)
    await vi.advanceTimersByTimeAsync(0)
    limit.pause(500)
    limit.pause(100)
    await vi.advanceTimersByTimeAsync(0)
    expect([times('go'), times('resting').length, limit.waiting()]).toEqual([[0], 39, 0])
    expect(limit.pauseLeftMs()).toBe(500)
    expect(await limit.turn('worker')).toBe('resting')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await limit.turn('worker')).toBe('go')
  })

  test('passes the turn of a caller who leaves to the next', async () => {
    const limit = openRateLimit(1)
    ask(limit, 'worker', 1)
    const leaving = new AbortController()
    const gone = ask(limit, 'worker', 5, leaving.signal)
    const next = ask(limit, 'worker', 1)
    await vi.advanceTimersByTimeAsync(100)
    leaving.abort()
    await vi.advanceTimersByTimeAsync(1_000)
    expect([gone.times('given_up').length, next.times('go')]).toEqual([5, [1000]])
    expect(await limit.turn('worker', leaving.signal)).toBe('given_up')
  })
})
