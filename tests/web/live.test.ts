import { expect, test } from 'vitest'
import { waitMs } from '../../src/web/member/live/follow.ts'
import { parseBlock, readEvents } from '../../src/web/member/live/read-events.ts'

function streamOf(pieces: readonly string[]): ReadableStream<Uint8Array> {
  const bytes = pieces.map((piece) => new TextEncoder().encode(piece))
  return new ReadableStream({
    start(controller) {
      for (const piece of bytes) controller.enqueue(piece)
      controller.close()
    },
  })
}

async function collect(pieces: readonly string[]) {
  const found = []
  for await (const event of readEvents(streamOf(pieces))) found.push(event)
  return found
}

test('parses a block with an id, an event, both, or neither', () => {
  expect(parseBlock('id: 7\nevent: wallet\ndata: {"topic":"wallet"}')).toEqual({
    id: '7',
    event: 'wallet',
  })
  expect(parseBlock('id: 7\nretry: 2000\n: connected')).toEqual({ id: '7', retryMs: 2000 })
  expect(parseBlock('retry: soon')).toEqual({})
  expect(parseBlock(': alive')).toEqual({})
})

test('parses events however the stream is split', async () => {
  const text = 'id: 1\n: connected\n\nid: 2\nevent: network\n\n: alive\n\nid: 3\nevent: deposit\n\n'
  const whole = [{ id: '1' }, { id: '2', event: 'network' }, {}, { id: '3', event: 'deposit' }]
  expect(await collect([text])).toEqual(whole)
  expect(await collect(text.split(''))).toEqual(whole)
  expect(await collect([text, 'id: 4\nevent: wal'])).toEqual(whole)
})

test('gives up on a stream without line ends', async () => {
  expect(await collect(['x'.repeat(70_000), '\n\nevent: wallet\n\n'])).toEqual([])
})

test('doubles the wait up to a minute, with jitter', () => {
  const longest = [1, 2, 3, 4, 5, 6, 7, 20].map((failures) => waitMs(failures, 1))
  expect(longest).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000])
  expect(waitMs(3, 0)).toBe(4000)
  expect(waitMs(0, 0.5)).toBe(750)
})
