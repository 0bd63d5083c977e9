import { expect, test } from 'vitest'
import { askThread, openThread } from '../../../src/server/threads/ask-thread.ts'

const programOf = (text: string): URL => new URL(`data:text/javascript,${encodeURIComponent(text)}`)

const heard = `import { parentPort, workerData } from 'node:worker_threads'
  const answer = (question) => parentPort.postMessage({ question, workerData })
  parentPort.on('message', (question) => {
    if (question === 'end') process.exit()
    if (question === 'fail') throw new Error('it failed')
    if (question !== 'wait') answer(question)
  })`

test('a thread answers one question after the other', async () => {
  await using thread = openThread<string, object>(programOf(heard), { no: 1 })
  expect(await thread.ask('one')).toEqual({ question: 'one', workerData: { no: 1 } })
  expect(await thread.ask('two')).toEqual({ question: 'two', workerData: { no: 1 } })
})

test('a thread that ends or fails rejects the question, and the next one', async () => {
  for (const [last, why] of [
    ['end', 'without an answer'],
    ['fail', 'it failed'],
  ] as const) {
    await using thread = openThread<string, object>(programOf(heard))
    await expect(thread.ask(last)).rejects.toThrow(why)
    await expect(thread.ask('one')).rejects.toThrow(why)
  }
})

test('a signal ends the wait for an answer, for its own reason', async () => {
  const stopping = new AbortController()
  await using thread = openThread<string, object>(programOf(heard), undefined, stopping.signal)
  const asked = thread.ask('wait')
  stopping.abort(new Error('we stop'))
  await expect(asked).rejects.toThrow('we stop')
})

test('a thread that answers unasked is asked once', async () => {
  const program = programOf(`import { parentPort, workerData } from 'node:worker_threads'
    parentPort.postMessage(workerData.no + 1)`)
  expect(await askThread<number>(program, { no: 1 }, new AbortController().signal)).toBe(2)
  const silent = askThread(programOf(''), {}, new AbortController().signal)
  await expect(silent).rejects.toThrow('ended without an answer')
})
