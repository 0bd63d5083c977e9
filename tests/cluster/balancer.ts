/** Chooses among the web processes that serve, as a load balancer does. */
import { setTimeout as wait } from 'node:timers/promises'

/** docs/operations.md asks for a check every two seconds, and the cluster drains as long. */
const CHECK_EVERY_MS = 500

export type Balancer = {
  /** One of the processes that serve; if none does, one of all. */
  pick(n: number): string
  stop(): void
}

/** Asks each process regularly whether it serves. Until its first answer, it counts as serving. */
export function startBalancer(urls: readonly string[]): Balancer {
  const serving = new Set(urls)
  const stopping = new AbortController()
  const check = async (url: string): Promise<void> => {
    const signal = AbortSignal.timeout(CHECK_EVERY_MS)
    const isServing = await fetch(`${url}/api/health/serving/`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isServing) serving.add(url)
    else serving.delete(url)
  }
  const watch = async (url: string): Promise<void> => {
    while (!stopping.signal.aborted) {
      await check(url)
      await wait(CHECK_EVERY_MS)
    }
  }
  for (const url of urls) void watch(url)
  return {
    pick(n) {
      const choice = serving.size > 0 ? [...serving] : urls
      return choice[n % choice.length] ?? ''
    },
    stop: () => stopping.abort(),
  }
}
