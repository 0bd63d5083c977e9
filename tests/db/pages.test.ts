import { expect, test } from 'vitest'
import { pagesOf } from '../../src/db/pages.ts'

/** The numbers up to `count` in pages of three, and the numbers after which each was read. */
function openList(count: number) {
  const list = Array.from({ length: count }, (_, i) => i + 1)
  const readAfter: number[] = []
  const pages = pagesOf(3, async (last: number | undefined) => {
    const after = last ?? 0
    readAfter.push(after)
    return list.filter((no) => no > after).slice(0, 3)
  })
  return { pages, readAfter }
}

const cases: [number, number[][], number[]][] = [
  [0, [], [0]],
  [2, [[1, 2]], [0]],
  [4, [[1, 2, 3], [4]], [0, 3]],
  // Only another read shows that a full page was the last one.
  [3, [[1, 2, 3]], [0, 3]],
]

test.each(cases)('reads a list of %i items until a page isn’t full', async (count, all, after) => {
  const { pages, readAfter } = openList(count)
  const found: (readonly number[])[] = []
  for await (const page of pages) found.push(page)
  expect(found).toEqual(all)
  expect(readAfter).toEqual(after)
})

test('reads a page only once the caller asks for it', async () => {
  const { pages, readAfter } = openList(9)
  for await (const page of pages) {
    expect(readAfter).toHaveLength(page[0] === 1 ? 1 : 2)
    if (page.includes(4)) break
  }
  expect(readAfter).toEqual([0, 3])
})
