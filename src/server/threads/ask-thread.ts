import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * Runs a program in its own thread until its first message, which is the answer. An error of the
 * thread, its end without an answer, or the signal rejects the promise.
 * @param question its `workerData`
 */
export async function askThread<Answer>(
  program: URL,
  question: object,
  signal: AbortSignal,
): Promise<Answer> {
  const thread = new Worker(program, { workerData: question })
  const stopped = new AbortController()
  const ending = AbortSignal.any([signal, stopped.signal])
  thread.once('exit', () => stopped.abort(new Error('a thread ended without an answer')))
  try {
    // Node types an event's arguments as any. Our own threads send nothing else.
    const [answer] = (await once(thread, 'message', { signal: ending })) as [Answer]
    return answer
  } catch (error) {
    // The signal's own reason, instead of a generic abort error.
    throw ending.aborted ? ending.reason : error
  } finally {
    await thread.terminate()
  }
}
