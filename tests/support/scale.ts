/** Whether this is the long run (`npm run test:long`), which plays every loop at its full count. */
export const isLong = process.env.TEST_SCALE === 'full'

/** The number of repetitions: `full` in the long run, otherwise a tenth of it (at least one). */
export const times = (full: number): number => (isLong ? full : Math.max(1, Math.ceil(full / 10)))

/** The whole list in the long run. Otherwise every n-th item, always the same ones. */
export const sample = <T>(all: readonly T[], of: number): readonly T[] =>
  isLong ? all : all.filter((_, at) => at % of === 0)

const share = { full: 1, mutant: 250 }[process.env.TEST_SCALE ?? ''] ?? 50

/**
 * The number of cases of a property: `full` in the long run, otherwise a 50th, and a 250th per
 * mutant.
 */
export const cases = (full: number): number => Math.ceil(full / share)
