/** Whether this is the long run (`npm run test:long`), which plays every loop at its full count. */
export const isLong = process.env.TEST_SCALE === 'full'

/** How often to repeat: `full` in the long run, a tenth of it (at least once) otherwise. */
export const times = (full: number): number => (isLong ? full : Math.max(1, Math.ceil(full / 10)))

/** All of a list in the long run; otherwise one of `of`, always the same ones. */
export const sample = <T>(all: readonly T[], of: number): readonly T[] =>
  isLong ? all : all.filter((_, at) => at % of === 0)

const share = { full: 1, mutant: 250 }[process.env.TEST_SCALE ?? ''] ?? 25

/** How many cases a property plays: `full` in the long run, else a 25th; a 250th per mutant. */
export const cases = (full: number): number => Math.ceil(full / share)
