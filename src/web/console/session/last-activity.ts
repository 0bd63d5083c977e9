// All tabs share one session, so they share when someone last did something in any of them.

const KEY = 'operator_sign'
/** Wheels turn many times a second; what is kept needs no such precision. */
const NOTED_EVERY_MS = 1_000

let here = 0

/** Notes that someone is at the desk, for every tab. */
export function recordActivity(): void {
  const now = Date.now()
  if (now - here < NOTED_EVERY_MS) return
  here = now
  try {
    localStorage.setItem(KEY, String(now))
  } catch {
    // Where nothing may be kept, each tab knows of itself alone.
  }
}

/** When someone last did something in this tab or another, in milliseconds since 1970. */
export function lastSignAt(): number {
  try {
    const anywhere = Number(localStorage.getItem(KEY) ?? 0)
    // A clock that was put back must not keep an empty desk open.
    return anywhere > Date.now() ? here : Math.max(here, anywhere)
  } catch {
    return here
  }
}

/** Calls back at a sign in another tab. @returns how to stop that */
export function onActivity(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => key === KEY && listener()
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}
