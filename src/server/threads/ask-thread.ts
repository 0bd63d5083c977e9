import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** A thread that answers each message with one. */
export type Thread<Question, Answer> = AsyncDisposable & {
  /** Asks one question at a time. An error of the thread, its end, or the signal rejects it. */
  ask(question: Question): Promise<Answer>
}

/** Starts a program in its own thread. `next` waits for its next message. */
function start<Answer>(program: URL, given: object | undefined, signal?: AbortSignal) {
  const thread = new Worker(program, { workerData: given })
  const name = program.pathname.split('/').at(-1)
  const over = new AbortController()
  thread.once('error', (error) => over.abort(error))
  thread.once('exit', () => over.abort(new Error(`${name} ended without an answer`)))
  const ending = signal ? AbortSignal.any([signal, over.signal]) : over.signal
  return {
    post: (question: unknown) => thread.postMessage(question, []),
    async next(): Promise<Answer> {
      try {
        // Node types an event's arguments as any. Our own threads send nothing else.
        const [answer] = (await once(thread, 'message', { signal: ending })) as [Answer]
        return answer
      } catch (error) {
        // The signal's own reason, instead of a generic abort error.
        throw ending.aborted ? ending.reason : error
      }
    },
    end: async () => void (await thread.terminate()),
  }
}

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
  const thread = start<Answer>(program, question, signal)
  try {
    return await thread.next()
  } finally {
    await thread.end()
  }
}

/**
 * Opens a thread for several questions. It ends when it is disposed of.
 * @param given its `workerData`
 */
export function openThread<Question, Answer>(
  program: URL,
  given?: object,
  signal?: AbortSignal,
): Thread<Question, Answer> {
  const { post, next, end } = start<Answer>(program, given, signal)
  return {
    ask(question) {
      post(question)
      return next()
    },
    [Symbol.asyncDispose]: end,
  }
}
