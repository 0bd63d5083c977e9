import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { AliveData } from './alive-thread.ts'
import { BEAT, EPOCH, FIELD_COUNT, LISTENING, SEQ, upMs } from './alive-fields.ts'

const BEAT_EVERY_MS = 100
const RESTART_MS = 1_000

/**
 * Reports this process as alive until the returned function is called. If the thread that answers
 * ends, standbys would take this process for dead, so it starts again.
 */
export async function serveAlive(
  data: Omit<AliveData, 'fields'>,
  position: () => { epoch: number; seq: number },
  log: Logger,
): Promise<() => Promise<void>> {
  const bytes = FIELD_COUNT * Float64Array.BYTES_PER_ELEMENT
  const fields = new Float64Array(new SharedArrayBuffer(bytes))
  const beat = (): void => {
    const { epoch, seq } = position()
    fields[EPOCH] = epoch
    fields[SEQ] = seq
    fields[BEAT] = upMs()
  }
  beat()
  const stopping = new AbortController()
  let thread = await startThread({ ...data, fields })
  const keepAlive = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const err = await thread.ended
      if (stopping.signal.aborted) return
      log.error({ err }, 'the thread that answers /alive ended: starting it again')
      const next = await startThread({ ...data, fields }).catch((error: unknown) => {
        log.error({ err: error }, 'the thread that answers /alive cannot start')
      })
      if (next) thread = next
      else await sleep(RESTART_MS)
    }
  }
  const keeping = keepAlive()
  const timer = setInterval(beat, BEAT_EVERY_MS)
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await thread.end()
    await keeping
    // It may have begun again just before.
    await thread.end()
  }
}

type Thread = { readonly ended: Promise<Error | null>; end(): Promise<unknown> }

/** Starts the thread, and waits until it listens. Fails if it can't, as with a port in use. */
async function startThread(workerData: AliveData): Promise<Thread> {
  const { fields } = workerData
  fields[LISTENING] = 0
  const worker = new Worker(new URL('./alive-thread.ts', import.meta.url), { workerData })
  let failure: Error | null = null
  worker.on('error', (error: Error) => void (failure = error))
  const { promise: ended, resolve } = Promise.withResolvers<Error | null>()
  worker.on('exit', () => resolve(failure))
  let hasEnded = false
  void ended.then(() => (hasEnded = true))
  while (fields[LISTENING] !== 1) {
    if (hasEnded) throw failure ?? new Error('the thread ended before it listened')
    await sleep(5)
  }
  return { ended, end: () => worker.terminate() }
}
