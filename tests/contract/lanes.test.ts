import { expect, test } from 'vitest'
import { openLanes } from '../../src/server/email/lanes.ts'

// The reversed addresses of a domain begin with `gro.elpmaxe`.
const mailboxes = ['gro.elpmaxe@a', 'gro.elpmaxe@b', 'gro.elpmaxe@c']

test('a domain has at most three lanes, and nobody’s retries the last one', () => {
  const { busy } = openLanes()
  const two = mailboxes.slice(0, 2)
  expect(busy(two)).toEqual({ mailboxes: two, domains: [], isLastLane: false })
  expect(busy(mailboxes)).toEqual({ mailboxes, domains: ['gro.elpmaxe'], isLastLane: true })
})

test('a domain has two lanes until its server answers', () => {
  const lanes = openLanes()
  lanes.noteAnswer('gro.elpmaxe@d', false)
  expect(lanes.busy(mailboxes.slice(0, 2)).domains).toEqual(['gro.elpmaxe'])
  lanes.noteAnswer('gro.elpmaxe@e', true)
  expect(lanes.busy(mailboxes.slice(0, 2)).domains).toEqual([])
})

test('forgets the slow domain that was first, beyond a thousand', () => {
  const lanes = openLanes()
  lanes.noteAnswer('gro.elpmaxe@d', false)
  for (let no = 1; no < 1_000; no++) lanes.noteAnswer(`moc.${no}@d`, false)
  expect(lanes.busy(mailboxes.slice(0, 2)).domains).toEqual(['gro.elpmaxe'])
  lanes.noteAnswer('moc.0@d', false)
  expect(lanes.busy(mailboxes.slice(0, 2)).domains).toEqual([])
})
