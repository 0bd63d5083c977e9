import type { Lane } from './node-caller.ts'

/**
 * How waiting for a turn ended: the call may go, the node is paused after a rate limit, too many
 * calls are waiting, or the caller left.
 */
export type Turn = 'go' | 'resting' | 'crowded' | 'given_up'

/**
 * One node's budget: a number of calls per second, workers first, a quarter of it for members. The
 * queue is limited in length and, for members, in time.
 */
export type RateLimit = {
  turn(lane: Lane, signal?: AbortSignal): Promise<Turn>
  /** Pauses all calls, including waiting ones. A pause can be extended, never shortened. */
  pause(forMs: number): void
  pauseLeftMs(): number
  waiting(): number
}

const MEMBERS_SHARE = 4
/** A look-up takes several calls in a row: an idle node serves one without waiting. */
const MEMBER_BURST = 8
const MAX_MEMBER_WAIT_MS = 2_000
/** Far more than workers ever have in flight: only a bug could reach it. */
const MAX_WORKERS_WAITING = 1_000

/** Allows a burst, then evenly spaced calls. Times come from a monotonic clock. */
function openBucket(perSecond: number, burst: number) {
  const spacingMs = 1000 / perSecond
  const burstMs = Math.max(0, (burst - 1) * spacingMs)
  // When the next call would go if all were evenly spaced.
  let nextMs = -Infinity
  return {
    spacingMs,
    /** Time until a call may go that leaves `keep` of the burst for others. */
    waitMs: (nowMs: number, keep = 0): number =>
      Math.max(0, nextMs - burstMs + keep * spacingMs - nowMs),
    spend(nowMs: number): void {
      nextMs = Math.max(nextMs, nowMs) + spacingMs
    },
  }
}

type Waiting = { settle(turn: Turn): void }

function joinQueue(
  line: Set<Waiting>,
  isImpatient: boolean,
  signal: AbortSignal | undefined,
): Promise<Turn> {
  return new Promise((resolve) => {
    const expire = (): void => waiting.settle('crowded')
    const leave = (): void => waiting.settle('given_up')
    const tooLong = isImpatient ? setTimeout(expire, MAX_MEMBER_WAIT_MS) : undefined
    const waiting: Waiting = {
      settle(turn) {
        line.delete(waiting)
        clearTimeout(tooLong)
        signal?.removeEventListener('abort', leave)
        resolve(turn)
      },
    }
    signal?.addEventListener('abort', leave)
    line.add(waiting)
  })
}

export function openRateLimit(perSecond: number): RateLimit {
  const whole = openBucket(perSecond, perSecond)
  const share = perSecond / MEMBERS_SHARE
  // A worker that arrives after many members still finds half of its burst.
  const reservedForWorkers = perSecond / 2
  const members = openBucket(share, Math.max(MEMBER_BURST, share))
  const lines: Record<Lane, Set<Waiting>> = { worker: new Set(), member: new Set() }
  let pausedUntilMs = -Infinity
  let timer: NodeJS.Timeout | undefined

  const pauseLeftMs = (): number => Math.max(0, pausedUntilMs - performance.now())

  function isCrowded(lane: Lane): boolean {
    if (lane === 'worker') return lines.worker.size >= MAX_WORKERS_WAITING
    const ahead = lines.member.size * members.spacingMs
    return members.waitMs(performance.now()) + ahead > MAX_MEMBER_WAIT_MS
  }

  function serve(): void {
    clearTimeout(timer)
    for (;;) {
      const lane: Lane = lines.worker.size > 0 ? 'worker' : 'member'
      const [next] = lines[lane]
      if (next === undefined) return
      const nowMs = performance.now()
      const waitMs =
        lane === 'worker'
          ? whole.waitMs(nowMs)
          : Math.max(whole.waitMs(nowMs, reservedForWorkers), members.waitMs(nowMs))
      if (waitMs > 0) {
        timer = setTimeout(serve, Math.ceil(waitMs))
        return
      }
      whole.spend(nowMs)
      if (lane === 'member') members.spend(nowMs)
      next.settle('go')
    }
  }

  return {
    turn(lane, signal) {
      if (signal?.aborted) return Promise.resolve('given_up')
      if (pauseLeftMs() > 0) return Promise.resolve('resting')
      if (isCrowded(lane)) return Promise.resolve('crowded')
      const turn = joinQueue(lines[lane], lane === 'member', signal)
      serve()
      return turn
    },
    pause(forMs) {
      pausedUntilMs = Math.max(pausedUntilMs, performance.now() + forMs)
      for (const line of Object.values(lines)) {
        for (const waiting of line) waiting.settle('resting')
      }
    },
    pauseLeftMs,
    waiting: () => lines.worker.size + lines.member.size,
  }
}
