import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import type { Task } from '../../src/server/transparency/liabilities/tree-thread.ts'

const path = new URL('../../src/server/transparency/liabilities/tree-thread.ts', import.meta.url)

/** As systemd answers a process that may not set priorities. */
const forbidden = `data:text/javascript,${encodeURIComponent(`
  import os from 'node:os'
  import { syncBuiltinESMExports } from 'node:module'
  os.setPriority = () => { throw new Error('EPERM') }
  syncBuiltinESMExports()`)}`

test('builds the tree where a sandbox forbids another priority', async () => {
  const thread = new Worker(path, {
    workerData: { day: '2026-11-01', secret: new Uint8Array(32), hasGroups: false },
    execArgv: ['--import', forbidden],
  })
  onTestFinished(async () => void (await thread.terminate()))
  const ask = async (task: Task): Promise<unknown> => {
    const answered = once(thread, 'message')
    thread.postMessage(task, [])
    const [answer] = (await answered) as unknown[]
    return answer
  }
  const packed = { numbers: Buffer.from([0, 0, 0, 2]), amounts: Buffer.alloc(8), names: '["ann"]' }
  expect(await ask({ what: 'owed', packed })).toBeNull()
  expect(await ask({ what: 'rows' })).toHaveProperty('tiles')
})
