/** The seconds that some work takes. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

/**
 * How often per second some work ends, with so many callers at the same time.
 * @param work gets the number of calls that ended before it
 */
export async function ratePerSecond(
  callers: number,
  seconds: number,
  work: (done: number) => Promise<unknown>,
): Promise<number> {
  const until = performance.now() + seconds * 1000
  let done = 0
  const call = async (): Promise<void> => {
    while (performance.now() < until) {
      await work(done)
      done++
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  return done / seconds
}
