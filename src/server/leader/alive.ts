import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { AliveData } from './alive-thread.ts'
import { BEAT, EPOCH, FIELD_COUNT, LISTENING, SEQ } from './alive-fields.ts'

const BEAT_EVERY_MS = 100

/** Reports this process as alive until the returned function is called. */
export async function serveAlive(
  data: Omit<AliveData, 'fields'>,
  position: () => { epoch: number; seq: number },
): Promise<() => Promise<void>> {
  const bytes = FIELD_COUNT * Float64Array.BYTES_PER_ELEMENT
  const fields = new Float64Array(new SharedArrayBuffer(bytes))
  const beat = (): void => {
    const { epoch, seq } = position()
    fields[EPOCH] = epoch
    fields[SEQ] = seq
    fields[BEAT] = Date.now()
  }
  beat()
  const workerData: AliveData = { ...data, fields }
  const thread = new Worker(new URL('./alive-thread.ts', import.meta.url), { workerData })
  // An error of the thread, such as a port in use, rejects this.
  await Promise.race([once(thread, 'exit'), listening(fields)])
  const timer = setInterval(beat, BEAT_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await thread.terminate()
  }
}

async function listening(fields: Float64Array): Promise<void> {
  while (fields[LISTENING] !== 1) await wait(5)
}
