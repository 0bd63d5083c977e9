// All tabs share one session, so they also share the time of the last activity.

const KEY = 'operator_sign'
/** Wheel events are frequent, and the stored time needs no such precision. */
const NOTED_EVERY_MS = 1_000

let here = 0

/** Records activity for every tab. */
export function recordActivity(): void {
  const now = Date.now()
  if (now - here < NOTED_EVERY_MS) return
  here = now
  try {
    localStorage.setItem(KEY, String(now))
  } catch {
    // Without storage, each tab knows only its own activity.
  }
}

/** The time of the last activity in this or another tab, in milliseconds since 1970. */
export function lastSignAt(): number {
  try {
    const anywhere = Number(localStorage.getItem(KEY) ?? 0)
    // A clock that was set back must not keep an idle session open.
    return anywhere > Date.now() ? here : Math.max(here, anywhere)
  } catch {
    return here
  }
}

/** Calls back on activity in another tab. @returns stops that */
export function onActivity(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => key === KEY && listener()
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}
