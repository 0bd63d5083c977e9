import { expect, test } from 'vitest'
import { apply, FOUNDING } from '../../src/domain/book.ts'
import { commit, emptyState, mark, rollback } from '../../src/domain/ledger/state.ts'

const DAY_MS = 86_400_000
const noon = Date.parse('2026-11-23T12:00:00Z')
const sheet = 'ab'.repeat(32)
const seal = (day: string) => ({ kind: 'seal_day', day, sheet }) as const

function founded() {
  const state = emptyState()
  apply(state, FOUNDING, noon)
  commit(state)
  return state
}

test('seals each day once, only on that day, and in order', () => {
  const state = founded()
  const refused = { refusal: { code: 'wrong_state', state: '' } }
  expect(apply(state, seal('2026-11-22'), noon)).toEqual(refused)
  expect(apply(state, seal('2026-11-24'), noon)).toEqual(refused)
  const event = { event: 'day_sealed', day: '2026-11-23', sheet }
  expect(apply(state, seal('2026-11-23'), noon)).toEqual({ events: [event] })
  expect(apply(state, seal('2026-11-23'), noon)).toMatchObject({ refusal: { code: 'wrong_state' } })
  expect(apply(state, seal('2026-11-25'), noon + 2 * DAY_MS)).toHaveProperty('events')
  expect(state.sealedDay).toBe('2026-11-25')
})

test('leaves the day open when a batch fails', () => {
  const state = founded()
  const before = mark(state)
  apply(state, seal('2026-11-23'), noon)
  rollback(state, before)
  expect(apply(state, seal('2026-11-23'), noon)).toHaveProperty('events')
})
