/**
 * The time between a stop signal and the stop. Load balancers see it (`/api/health/serving`) and
 * send new requests elsewhere, while we still answer those that arrive.
 */
export type Drain = { readonly signal: AbortSignal; readonly ms: number }

declare module './route.ts' {
  interface CallServices {
    drain: Drain
  }
}

/** For a process that never gets a stop signal, such as in tests. */
export const noDrain = (): Drain => ({ signal: new AbortController().signal, ms: 0 })
