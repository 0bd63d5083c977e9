import { inSharedSpan, isTracing, type Context } from '../../traces/span.ts'
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
    /** How long each phase took until now. */
    soFar(): Readonly<Record<Phase, number>> {
      enter(phase)
      return ms
    },
  }
}

type Traced = { readonly trace: Context | undefined }

/** A batch's span belongs to the traces of its commands, and has the time of each phase. */
export function traceBatch<T>(
  commands: readonly Traced[],
  phases: ReturnType<typeof timePhases>,
  settle: () => Promise<T>,
): Promise<T> {
  if (!isTracing()) return settle()
  const attributes = { 'twofold.batch.size': commands.length }
  const served = commands.map(({ trace }) => trace)
  return inSharedSpan('ledger batch', { attributes }, served, async (span) => {
    try {
      return await settle()
    } finally {
      for (const [phase, ms] of Object.entries(phases.soFar())) {
        span?.setAttribute(`twofold.batch.${phase}_ms`, ms)
      }
    }
  })
}
