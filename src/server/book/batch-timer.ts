import type { Phase } from './judge-error.ts'

/** How many commands a batch had, and how long each of its phases took. */
export type BatchFigures = {
  readonly commands: number
  readonly ms: Readonly<Record<Phase, number>>
}

/** Follows a try through its phases. */
export function timePhases() {
  const ms: Record<Phase, number> = { locking: 0, running: 0, writing: 0, committing: 0 }
  let phase: Phase = 'locking'
  let sinceMs = performance.now()
  const enter = (next: Phase): void => {
    const nowMs = performance.now()
    ms[phase] += nowMs - sinceMs
    sinceMs = nowMs
    phase = next
  }
  return {
    get phase() {
      return phase
    },
    enter,
    end(): Record<Phase, number> {
      enter(phase)
      return ms
    },
  }
}
