import { until } from '../../support/poll.ts'

const hourMs = 3_600_000

/** Hourly windows begin on the hour. Requests that we compare must not span two. */
export const windowHasTime = (): Promise<true> =>
  until('the next hour', () => Date.now() % hourMs < hourMs - 30_000, {
    deadlineMs: 60_000,
  })
