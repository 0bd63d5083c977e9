import { setTimeout as wait } from 'node:timers/promises'

// What takes long is asked more rarely: many questions cost the time that the answer needs.
const [MIN_MS, MAX_MS] = [20, 250]

export type PollOptions = { deadlineMs?: number; everyMs?: number }

/** For questions that make blocks, until what was signed has expired. */
export const RARELY: PollOptions = { everyMs: 500 }

/**
 * Asks until the answer is neither false, null nor undefined, and gives it. Throws after the
 * deadline, with what was waited for and the last error: a test never sleeps and hopes.
 */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  options: PollOptions = {},
): Promise<Exclude<T, false | null | undefined>> {
  const { deadlineMs = 60_000, everyMs } = options
  const startMs = performance.now()
  let last: unknown
  for (;;) {
    try {
      const answer = await ask()
      if (isAnswer(answer)) return answer
      last = undefined
    } catch (error) {
      last = error
    }
    const waitedMs = performance.now() - startMs
    if (waitedMs > deadlineMs) {
      throw new Error(`Waited ${deadlineMs} ms in vain: ${what}`, { cause: last })
    }
    await wait(everyMs ?? Math.min(MAX_MS, Math.max(MIN_MS, waitedMs / 10)))
  }
}

function isAnswer<T>(answer: T): answer is Exclude<T, false | null | undefined> {
  return answer !== false && answer !== null && answer !== undefined
}
