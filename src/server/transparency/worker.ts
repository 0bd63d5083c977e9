import type { Context } from '../context.ts'
import { COMPARE_FIRST } from '../book/lost-history.ts'
import { pauseForLoss } from '../pauses/pauses.ts'
import { repeat, type Worker } from '../workers/repeat.ts'
import { runRound } from './daily-round.ts'
import { hashVerifiers, readVerifierFiles } from './sheet/served-verifiers.ts'
import { noteRest, readRest } from './log/rest.ts'
import { LogBehind, NoCopy } from './log/sign-checkpoint.ts'

/**
 * Maintains and signs the public log, and creates each day's sheet. It runs in one process at a
 * time. It reads rows that the ledger has committed, so it never delays a command.
 */
export function startTransparency(context: Context): Worker {
  const { config, db, book, tron, log, stopping } = context
  const { logKey } = config
  if (logKey === null) throw new Error('this process has no key for the public log')
  const code = hashVerifiers(readVerifierFiles())
  let isStart = true
  const deps = { config: { ...config, logKey }, db, book, tron, log, stopping, code }
  const options = { name: 'transparency', everyMs: config.logEveryMs, log, stopping }
  return repeat(options, async () => {
    try {
      await runRound({ ...deps, isStart })
      isStart = false
      await noteRest(db, null)
    } catch (error) {
      if (!(error instanceof LogBehind || error instanceof NoCopy)) throw error
      if (error instanceof LogBehind) await pauseOnce(context, error)
      await noteRest(db, error.message)
      log.error({ err: error }, 'the public log is not signing')
    }
  })
}

/**
 * A database without commands that we signed may lack payouts, too. Once an operator has compared
 * the chain with the ledger, payouts resume, although the log still rests.
 */
async function pauseOnce({ db, log }: Pick<Context, 'db' | 'log'>, error: LogBehind) {
  const before = await readRest(db)
  if (before !== null && !NoCopy.isReason(before)) return
  const detail = `The public log is ahead of the database: ${error.message}. ${COMPARE_FIRST}`
  const isPaused = await db.transaction().execute((tx) => pauseForLoss(tx, detail))
  if (isPaused) log.error({ detail }, 'payouts are paused: history was lost')
}
