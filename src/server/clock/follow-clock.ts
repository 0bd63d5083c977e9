import { sql } from 'kysely'
import type { Logger } from 'pino'
import { aheadMs, CLOCK_TOLERANCE_MS, nowMs, setClock, unsetClock } from '../../clock/clock.ts'
import { atMostEvery } from '../../clock/waits.ts'
import type { Db } from '../../db/types.ts'
import { repeat } from '../workers/repeat.ts'

const EVERY_MS = 10_000
/**
 * A slower answer doesn't say precisely when the database read its clock. It counts only if it
 * proves that we are off.
 */
const MAX_ANSWER_MS = 1_000
const TELL_EVERY_MS = 60_000

/** Measures the database's clock, by which `nowMs` goes from then on. */
export async function measureClock(db: Db, maxAnswerMs = Infinity): Promise<void> {
  const before = performance.now()
  const clock = sql<number>`extract(epoch from clock_timestamp())::float8 * 1000`
  const { ms } = await db.selectNoFrom(clock.as('ms')).executeTakeFirstOrThrow()
  const answerMs = performance.now() - before
  const [at, present] = [before + answerMs / 2, performance.now()]
  const offMs = Math.abs(ms + present - at - nowMs())
  if (answerMs <= maxAnswerMs || offMs > answerMs / 2) setClock(ms, at)
}

type Following = {
  readonly db: Db
  readonly log: Logger
  readonly stopping: AbortSignal
}

/** Goes by the database's clock until stopped, and logs while this machine's clock is wrong. */
export async function followClock({ db, log, stopping }: Following): Promise<() => Promise<void>> {
  const mayTell = atMostEvery(TELL_EVERY_MS)
  const tell = (): void => {
    const ms = aheadMs()
    if (Math.abs(ms) <= CLOCK_TOLERANCE_MS || !mayTell()) return
    const seconds = Math.round(Math.abs(ms) / 1_000)
    const how = ms > 0 ? 'ahead of' : 'behind'
    log.error(
      `the clock of this machine is ${seconds} s ${how} the database’s: set it. ` +
        'Until then, this process goes by the database’s clock',
    )
  }
  await measureClock(db)
  tell()
  const following = repeat({ name: 'clock', everyMs: EVERY_MS, log, stopping }, async () => {
    await measureClock(db, MAX_ANSWER_MS)
    tell()
  })
  return async () => {
    await following.stop()
    unsetClock()
  }
}
