/** How long clients waited for the next confirmed command. */

export type Pauses = {
  begin(): void
  confirmed(client: number): void
  end(): void
  /** Starts the next measurement. A pause that is still going on counts from its beginning. */
  next(): void
  /** The longest pause of any client since `begin`, in milliseconds. */
  longestMs(): number
  /** Confirmed commands since `begin`. */
  count(): number
}

export function makePauses(clients: number): Pauses {
  const lastAt = Array.from({ length: clients }, () => 0)
  let longest = 0
  let count = 0
  const look = (client: number): void => {
    const now = performance.now()
    longest = Math.max(longest, now - (lastAt[client] ?? now))
    lastAt[client] = now
  }
  return {
    begin() {
      lastAt.fill(performance.now())
      longest = 0
      count = 0
    },
    confirmed(client) {
      count++
      look(client)
    },
    // Keeps when each client was last confirmed, so that no pause is split into two.
    end: () => (longest = Math.max(longest, ...lastAt.map((at) => performance.now() - at))),
    next() {
      longest = 0
      count = 0
    },
    longestMs: () => longest,
    count: () => count,
  }
}

const BUCKETS_MS = [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 20_000, 40_000, Infinity]

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0
}

/** One line: the number of pauses between each limit and the previous one. */
export function histogram(values: readonly number[]): string {
  const parts = BUCKETS_MS.flatMap((limit, index) => {
    const from = BUCKETS_MS[index - 1] ?? 0
    const count = values.filter((value) => value >= from && value < limit).length
    const name = limit === Infinity ? `≥ ${from / 1_000} s` : `< ${limit / 1_000} s`
    return count === 0 ? [] : [`${name}: ${count}`]
  })
  return parts.join(', ')
}
