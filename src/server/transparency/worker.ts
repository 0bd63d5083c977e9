import type { Context } from '../context.ts'
import { repeat, type Worker } from '../workers/repeat.ts'
import { runRound } from './daily-round.ts'
import { hashVerifiers, readVerifierFiles } from './sheet/served-verifiers.ts'
import { noteRest } from './log/rest.ts'
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
  const deps = { config: { ...config, logKey }, db, book, tron, log, stopping, code }
  const options = { name: 'transparency', everyMs: config.logEveryMs, log, stopping }
  return repeat(options, async () => {
    try {
      await runRound(deps)
      await noteRest(db, null)
    } catch (error) {
      if (!(error instanceof LogBehind || error instanceof NoCopy)) throw error
      await noteRest(db, error.message)
      log.error({ err: error }, 'the public log is not signing')
    }
  })
}
