import { expect, test } from 'vitest'
import { forEachPageAlone } from '../../../src/server/workers/for-each-alone.ts'

test('does every page of a list at once, also after a failure', async () => {
  const list = Array.from({ length: 7 }, (_, i) => i + 1)
  const done: number[] = []
  const readPage = async (last = 0) => list.filter((no) => no > last).slice(0, 3)
  const work = async (no: number) => {
    if (no === 2) throw new Error('the second one fails')
    done.push(no)
  }
  await expect(forEachPageAlone(3, readPage, work)).rejects.toThrow('the second one fails')
  expect(done).toEqual([1, 3, 4, 5, 6, 7])
})
