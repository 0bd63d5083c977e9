/** Finds the commands of a batch that their hooks would refuse, before any of them runs. */
import type { Tx } from '../../db/types.ts'
import type { Checked, ReadyHook } from './batch-hook.ts'
import { checkAuthorities, waitsForLocks } from './check-authorities.ts'
import { DoneElsewhere } from './submission.ts'
import type { Waiting } from './waiting.ts'

/** What the hooks of a batch decided about its commands. */
export type CheckedBatch = {
  /**
   * The reason to refuse a command: its own fault, or a conflict with an earlier command of this
   * batch.
   */
  barred(waiting: Waiting): Error | null
  /** Claims the unique names of a command that was done. */
  take(waiting: Waiting): void
}

/**
 * Checks the operators' sessions, and calls each hook once for all of its commands. Usually,
 * neither waits for the answers of the other.
 */
export async function checkHooks(tx: Tx, batch: readonly Waiting[]): Promise<CheckedBatch> {
  const checkingAuthorities = checkAuthorities(tx, batch)
  if (waitsForLocks(batch)) await checkingAuthorities
  const groups = new Map<ReadyHook, Waiting[]>()
  for (const waiting of batch) {
    const hook = waiting.called?.hook
    if (!hook?.check) continue
    const group = groups.get(hook) ?? []
    group.push(waiting)
    groups.set(hook, group)
  }
  const checked = new Map<Waiting, Checked>()
  const checking = [...groups].map(async ([hook, group]) => {
    const found = await hook.check?.(
      tx,
      group.map(({ called }) => called?.input),
      group.map(({ item }) => item),
    )
    for (const [i, each] of (found ?? []).entries()) {
      const waiting = group[i]
      if (waiting) checked.set(waiting, each)
    }
  })
  const [unauthorized] = await Promise.all([checkingAuthorities, ...checking])
  const taken = new Set<string>()
  const namesOf = (waiting: Waiting): readonly string[] => {
    const names = checked.get(waiting)
    if (!names || names instanceof Error) return []
    return names.map((name) => `${waiting.called?.hook.name}:${name}`)
  }
  return {
    barred(waiting) {
      const ended = unauthorized(waiting)
      if (ended) return ended
      const reason = checked.get(waiting)
      if (reason instanceof Error) return reason
      const isTaken = namesOf(waiting).some((name) => taken.has(name))
      return isTaken ? new DoneElsewhere('another command of the batch did this') : null
    },
    take(waiting) {
      for (const name of namesOf(waiting)) taken.add(name)
    },
  }
}
