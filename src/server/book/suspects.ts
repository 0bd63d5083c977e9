/**
 * The queue for suspects: commands of a batch that failed because a batch hook or the database
 * refused one of them without naming it, or because one of them needs a row that is locked. Finding
 * it takes many tries, so suspects get their own batches between everyone else's.
 */
import type { ReadyHook } from './batch-hook.ts'
import { giveUp, type Waiting } from './waiting.ts'

const MAX_AT_ONCE = 1_000
/** Beyond this many, we refuse further suspects: a flood must not fill the queue of its port. */
const MAX_WAITING = 1_000

/** Commands of a batch of which at least one can't be done, and the hook that failed. */
export type Suspects = { readonly commands: readonly Waiting[]; readonly hook: ReadyHook | null }

type Settle = (
  batch: readonly Waiting[],
) => Promise<{ suspects: readonly Suspects[]; isClean: boolean }>

type SuspectLane = {
  readonly count: number
  add(found: readonly Suspects[]): void
  /** Removes the commands of a failed hook from a batch, which they would make fail. */
  divert(batch: readonly Waiting[]): readonly Waiting[]
  /** Settles some of the suspects within this time. */
  work(ms: number): Promise<void>
}

export function openSuspectLane(settle: Settle): SuspectLane {
  let waiting: Waiting[] = []
  /** The hooks that failed, until the queue is empty. */
  const hooks = new Set<ReadyHook>()
  /**
   * Halves with each failure and doubles with each success. This finds one in 1,000 in ten tries.
   */
  let size = 1

  const workOnce = async (): Promise<void> => {
    waiting = waiting.filter(({ isAnswered }) => !isAnswered)
    const { suspects, isClean } = await settle(waiting.splice(0, size))
    const again = suspects.flatMap(({ commands }) => commands)
    waiting.unshift(...again)
    if (again.length > 0) size = Math.max(1, Math.floor(size / 2))
    else if (isClean) size = Math.min(MAX_AT_ONCE, size * 2)
    if (waiting.length === 0) hooks.clear()
  }
  const accept = (commands: readonly Waiting[]): void => {
    if (waiting.length < MAX_WAITING) waiting.push(...commands)
    else for (const each of commands) giveUp(each, 'too many commands like this were refused')
  }

  return {
    get count() {
      return waiting.length
    },
    add(found) {
      const isFirst = waiting.length === 0
      for (const { commands, hook } of found) {
        accept(commands)
        if (hook) hooks.add(hook)
      }
      if (isFirst) size = Math.max(1, Math.ceil(waiting.length / 2))
    },
    divert(batch) {
      if (hooks.size === 0) return batch
      const isSuspect = ({ called }: Waiting): boolean => called !== null && hooks.has(called.hook)
      accept(batch.filter(isSuspect))
      return batch.filter((each) => !isSuspect(each))
    },
    async work(ms) {
      const untilMs = performance.now() + ms
      do {
        if (waiting.length > 0) await workOnce()
      } while (waiting.length > 0 && performance.now() < untilMs)
    },
  }
}
