import { readForm } from './answer-form.ts'
import { readBounded } from './read-bounded.ts'
import { troubled, type Result } from './trouble.ts'

type Limits = { readonly timeoutMs?: number; readonly maxAnswerBytes?: number }

const MAX_ANSWER_BYTES = 32 * 1024 * 1024
/** The longest we wait for a complete answer, even if it keeps trickling in. */
const MAX_ANSWER_MS = 60_000

/**
 * Sends one request and reads the answer, or its trouble. Follows no redirects.
 * @param limits how long the node may send nothing, and the largest answer
 */
export async function fetchForm(
  url: string,
  init: RequestInit,
  { timeoutMs = 5_000, maxAnswerBytes = MAX_ANSWER_BYTES }: Limits,
  asker: AbortSignal | undefined,
): Promise<{ result: Result<unknown>; retryAfterMs: number }> {
  const silence = openSilence(timeoutMs)
  const ends = [silence.signal, AbortSignal.timeout(MAX_ANSWER_MS)]
  const signal = AbortSignal.any(asker ? [...ends, asker] : ends)
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    const text = await readBounded(response, maxAnswerBytes, silence.broken)
    const retryAfterMs = 1000 * (Number(response.headers.get('retry-after')) || 0)
    if (text === undefined) return { result: troubled('too_large', 'answer'), retryAfterMs }
    return { result: readForm(response.status, text), retryAfterMs }
  } catch (error) {
    return { result: readFailure(error, asker), retryAfterMs: 0 }
  } finally {
    silence.close()
  }
}

function readFailure(error: unknown, asker: AbortSignal | undefined): Result<never> {
  if (asker?.aborted) return troubled('given_up', 'nobody waits for the answer')
  const name = error instanceof Error ? error.name : ''
  const isTimeout = name === 'TimeoutError' || name === 'AbortError'
  return troubled(isTimeout ? 'timeout' : 'unreachable', reasonOf(error))
}

/** Fires after a period with no data. A large answer over a slow line is not silence. */
function openSilence(timeoutMs: number) {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  return {
    signal: controller.signal,
    broken: () => void timer.refresh(),
    close: () => clearTimeout(timer),
  }
}

/** The socket's error without the URL, whose path may contain a key. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : ''
  return String(code || (error instanceof Error ? error.name : 'failed'))
}
