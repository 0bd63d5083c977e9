import { inSharedSpan, isTracing, type Context } from '../../traces/span.ts'
import type { Phase } from './judge-error.ts'

/** The number of commands in a batch, and the duration of each phase. */
export type BatchFigures = {
  readonly commands: number
  readonly ms: Readonly<Record<Phase, number>>
}

/** Times the phases of a try. */
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
    /** The duration of each phase so far. */
    soFar(): Readonly<Record<Phase, number>> {
      enter(phase)
      return ms
    },
  }
}

type Traced = { readonly trace: Context | undefined }

/** Links a batch's span to the traces of its commands. It has the duration of each phase. */
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
