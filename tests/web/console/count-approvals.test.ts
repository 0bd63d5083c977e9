import { expect, test } from 'vitest'
import { countApprovals } from '../../../src/web/console/overview/count-approvals.ts'

const queues = { adjustments: 1, catalogs: 2, access_changes: 4, imports: 8 }

test('counts the requests that the queue lists for the role', () => {
  expect(countApprovals(queues, 'admin')).toBe(15)
  expect(countApprovals(queues, 'finance')).toBe(3)
})

test('counts what a server of the previous version lists', () => {
  expect(countApprovals({ adjustments: 1, access_changes: 4 }, 'admin')).toBe(5)
})
