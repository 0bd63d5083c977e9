import { setTimeout as wait } from 'node:timers/promises'

export type PollOptions = { deadlineMs?: number; everyMs?: number }

/**
 * Asks until the answer is neither false, null nor undefined, and gives it. Throws after the
 * deadline, with what was waited for and the last error: a test never sleeps and hopes.
 */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  options: PollOptions = {},
): Promise<Exclude<T, false | null | undefined>> {
  const { deadlineMs = 60_000, everyMs = 20 } = options
  const deadline = performance.now() + deadlineMs
  let last: unknown
  for (;;) {
    try {
      const answer = await ask()
      if (isAnswer(answer)) return answer
      last = undefined
    } catch (error) {
      last = error
    }
    if (performance.now() > deadline) {
      throw new Error(`Waited ${deadlineMs} ms in vain: ${what}`, { cause: last })
    }
    await wait(everyMs)
  }
}

function isAnswer<T>(answer: T): answer is Exclude<T, false | null | undefined> {
  return answer !== false && answer !== null && answer !== undefined
}
