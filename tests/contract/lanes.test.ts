import { expect, test } from 'vitest'
import { openLanes } from '../../src/server/email/lanes.ts'

// The reversed addresses of a domain begin with `gro.elpmaxe`.
const mailboxes = ['gro.elpmaxe@a', 'gro.elpmaxe@b', 'gro.elpmaxe@c']
const forever = new Promise<void>(() => undefined)

function startLanes(count: number) {
  const lanes = openLanes()
  for (const mailbox of mailboxes.slice(0, count)) lanes.start(mailbox, forever)
  return lanes
}

test('a domain has at most three lanes, and nobody’s retries the last one', () => {
  const two = { mailboxes: mailboxes.slice(0, 2), domains: [], isLastLane: false }
  expect(startLanes(2).busy()).toEqual(two)
  expect(startLanes(3).busy()).toEqual({ mailboxes, domains: ['gro.elpmaxe'], isLastLane: true })
})

test('a domain has two lanes until its server answers', () => {
  const lanes = startLanes(2)
  lanes.noteAnswer('gro.elpmaxe@d', false)
  expect(lanes.busy().domains).toEqual(['gro.elpmaxe'])
  lanes.noteAnswer('gro.elpmaxe@e', true)
  expect(lanes.busy().domains).toEqual([])
})

test('forgets the slow domain that was first, beyond a thousand', () => {
  const lanes = startLanes(2)
  lanes.noteAnswer('gro.elpmaxe@d', false)
  for (let no = 1; no < 1_000; no++) lanes.noteAnswer(`moc.${no}@d`, false)
  expect(lanes.busy().domains).toEqual(['gro.elpmaxe'])
  lanes.noteAnswer('moc.0@d', false)
  expect(lanes.busy().domains).toEqual([])
})
