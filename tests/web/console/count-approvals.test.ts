import { expect, test } from 'vitest'
import {
  countApprovals,
  oldestApproval,
} from '../../../src/web/console/overview/count-approvals.ts'

const queues = { adjustments: 1, catalogs: 2, access_changes: 4, imports: 8 }

test('counts the requests that the queue lists for the role', () => {
  expect(countApprovals(queues, 'admin')).toBe(15)
  expect(countApprovals(queues, 'finance')).toBe(3)
})

test('counts what a server of the previous version lists', () => {
  expect(countApprovals({ adjustments: 1, access_changes: 4 }, 'admin')).toBe(5)
})

const day = (no: number) => `2026-03-0${no}T10:00:00.000Z`

test('finds the oldest request that the queue lists for the role', () => {
  const oldest = { adjustment: day(4), catalog: null, access_change: day(3), import: day(2) }
  expect(oldestApproval(oldest, 'admin')).toBe(day(2))
  expect(oldestApproval(oldest, 'finance')).toBe(day(4))
  expect(oldestApproval({}, 'admin')).toBeNull()
})
