type Early = { authorization: string | null; answer: Promise<Response>; stop: AbortController }

declare global {
  interface Window {
    /** The requests of the page's first script, by URL (early-script.ts). */
    early?: Record<string, Early>
  }
}

/** We request an older answer again. */
const FRESH_MS = 15_000

/**
 * The answer to a request from the page's first script, once, if it was the same request. It ends
 * with the signal as if it were sent now.
 */
export function takeEarly(
  url: string,
  headers: Headers,
  signal: AbortSignal,
): Promise<Response> | undefined {
  const early = window.early?.[url]
  if (!early) return undefined
  delete window.early?.[url]
  const isSame = early.authorization === headers.get('authorization')
  if (!isSame || performance.now() > FRESH_MS) {
    early.stop.abort()
    return undefined
  }
  signal.addEventListener('abort', () => early.stop.abort(signal.reason))
  return early.answer
}
