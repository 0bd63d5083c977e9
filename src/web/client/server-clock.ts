import { createStore } from './store.ts'

// Deadlines and ages are in the server's time, and a device's clock may be wrong.

/** A smaller difference may be the answer's delay. */
const TOLERANCE_MS = 30_000

const ahead = createStore(0)

/** Compares the clocks by the time of an answer that isn't from a cache. */
export function noteServerTime(headers: Headers, sentAtMs: number): void {
  const nowMs = Date.now()
  // The device may have slept before the answer was read.
  if (headers.get('cache-control') !== 'no-store' || nowMs - sentAtMs > TOLERANCE_MS) return
  const measuredMs = nowMs - Date.parse(headers.get('date') ?? '')
  // Answers take different times: countdowns would jump with each of them.
  if (!(Math.abs(measuredMs - ahead.get()) > TOLERANCE_MS)) return
  ahead.set(Math.abs(measuredMs) > TOLERANCE_MS ? measuredMs : 0)
}

/** The server's time, as far as its answers have shown that the device's is wrong. */
export const readServerNowMs = (): number => Date.now() - ahead.get()

/** Calls back when an answer has changed what we know of the device's clock. */
export const subscribeToClock = ahead.subscribe
