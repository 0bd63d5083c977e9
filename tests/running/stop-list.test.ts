import { expect, test } from 'vitest'
import { makeStopList } from '../../src/server/startup/stop-list.ts'

const stop = (): Promise<void> => Promise.resolve()

test('does the rest of a hard stop when one of its steps fails', () => {
  const stops = makeStopList()
  const done: string[] = []
  stops.add('first', stop, () => void done.push('first'))
  stops.add('gone', stop, () => process.kill(2 ** 30, 'SIGINT'))
  stops.add('without', stop)
  stops.add('last', stop, () => void done.push('last'))
  stops.stopAtOnce()
  expect(done).toEqual(['first', 'last'])
})
