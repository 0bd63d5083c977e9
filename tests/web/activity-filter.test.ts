import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { useActivityFilter } from '../../src/web/member/activity/use-activity-filter.ts'

afterEach(() => vi.unstubAllEnvs())

/** The filter that the activity page reads from its address. */
function filterAt(search: string) {
  const found: ReturnType<typeof useActivityFilter>[] = []
  const Probe = () => {
    found.push(useActivityFilter())
    return null
  }
  const initialEntries = [`/activity${search}`]
  renderToString(createElement(MemoryRouter, { initialEntries }, createElement(Probe)))
  return found[0]
}

// The list groups entries by the member's own days.
test.each([
  ['America/Los_Angeles', '2026-03-08T08:00:00.000Z', '2026-03-09T07:00:00.000Z'],
  ['Asia/Kolkata', '2026-03-07T18:30:00.000Z', '2026-03-08T18:30:00.000Z'],
  ['UTC', '2026-03-08T00:00:00.000Z', '2026-03-09T00:00:00.000Z'],
])('filters by whole days in %s', (zone, from, to) => {
  vi.stubEnv('TZ', zone)
  expect(filterAt('?from=2026-03-08&to=2026-03-08')?.query).toEqual({ from, to })
})

test('ignores what is no day', () => {
  const filter = filterAt('?from=2026-13-40&to=yesterday')
  expect(filter).toMatchObject({ from: '', to: '', isFiltered: false, query: {} })
})
