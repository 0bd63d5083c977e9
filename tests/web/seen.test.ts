import { afterEach, expect, test, vi } from 'vitest'
import { noteSeen, seenHeaders } from '../../src/web/client/seen.ts'

afterEach(() => vi.useRealTimers())

test('sends the highest position back for ten seconds', () => {
  vi.useFakeTimers()
  expect(seenHeaders()).toEqual({})
  noteSeen('2/A0')
  noteSeen('1/FFFFFFFF')
  expect(seenHeaders()).toEqual({ 'Twofold-Seen': '2/A0' })
  noteSeen('10/0')
  vi.advanceTimersByTime(9_000)
  expect(seenHeaders()).toEqual({ 'Twofold-Seen': '10/0' })
  vi.advanceTimersByTime(2_000)
  expect(seenHeaders()).toEqual({})
  // A database that was set back has lower positions. They count from then on.
  noteSeen('0/5')
  expect(seenHeaders()).toEqual({ 'Twofold-Seen': '0/5' })
})

test('accepts nothing else as a position', () => {
  vi.useFakeTimers({ now: Date.now() + 60_000 })
  for (const text of [null, undefined, '', 'x', '1/', 'A'.repeat(9) + '/0', '0/0\n']) noteSeen(text)
  expect(seenHeaders()).toEqual({})
})
