import type { Lane } from './asker.ts'

/**
 * How waiting for a turn ended: the call may go, or the node rests after a refusal, or too many
 * wait already, or the asker has left.
 */
export type Turn = 'go' | 'resting' | 'crowded' | 'given_up'

/**
 * The budget of one node: so many calls a second for all, workers first, members a quarter of it.
 * What waits is bounded in number, and for members in time.
 */
export type RateLimit = {
  turn(lane: Lane, signal?: AbortSignal): Promise<Turn>
  /** No call for so long, including those that wait for their turn. Pauses only ever grow. */
  pause(forMs: number): void
  pauseLeftMs(): number
  waiting(): number
}

const membersShare = 4
/** A look-up asks several things in a row: an idle node answers one without waiting. */
const memberBurst = 8
const longestMemberWaitMs = 2_000
/** Far above what the workers have in flight; only a bug could fill it. */
const mostWorkersWaiting = 1_000

/** Calls may come in a burst, then evenly. Times are of a clock that nobody sets. */
function openBucket(perSecond: number, burst: number) {
  const spacingMs = 1000 / perSecond
  const burstMs = Math.max(0, (burst - 1) * spacingMs)
  // When the last counted call would have gone if all were evenly spaced, and one spacing more.
  let nextMs = -Infinity
  return {
    spacingMs,
    /** Until a call may go and leave so many of the burst for others. */
    waitMs: (nowMs: number, keep = 0): number =>
      Math.max(0, nextMs - burstMs + keep * spacingMs - nowMs),
    spend(nowMs: number): void {
      nextMs = Math.max(nextMs, nowMs) + spacingMs
    },
  }
}

type Waiting = { settle(turn: Turn): void }

function standInLine(
  line: Set<Waiting>,
  isImpatient: boolean,
  signal: AbortSignal | undefined,
): Promise<Turn> {
  return new Promise((resolve) => {
    const expire = (): void => waiting.settle('crowded')
    const leave = (): void => waiting.settle('given_up')
    const tooLong = isImpatient ? setTimeout(expire, longestMemberWaitMs) : undefined
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
  const share = perSecond / membersShare
  // A worker that comes after a crowd of members still finds half of its burst.
  const keptForWorkers = perSecond / 2
  const members = openBucket(share, Math.max(memberBurst, share))
  const lines: Record<Lane, Set<Waiting>> = { worker: new Set(), member: new Set() }
  let pausedUntilMs = -Infinity
  let timer: NodeJS.Timeout | undefined

  const pauseLeftMs = (): number => Math.max(0, pausedUntilMs - performance.now())

  function isCrowded(lane: Lane): boolean {
    if (lane === 'worker') return lines.worker.size >= mostWorkersWaiting
    const ahead = lines.member.size * members.spacingMs
    return members.waitMs(performance.now()) + ahead > longestMemberWaitMs
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
          : Math.max(whole.waitMs(nowMs, keptForWorkers), members.waitMs(nowMs))
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
      const turn = standInLine(lines[lane], lane === 'member', signal)
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
