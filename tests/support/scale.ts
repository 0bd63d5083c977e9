/** Whether this is the long run (`npm run test:long`), which plays every loop at its full count. */
export const isLong = process.env.TEST_SCALE === 'full'

/** How often to repeat: `full` in the long run, a tenth of it (at least once) otherwise. */
export const times = (full: number): number => (isLong ? full : Math.max(1, Math.ceil(full / 10)))
