import type { Db } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { repeat, type Worker } from '../workers/repeat.ts'
import { growLog } from './log/grow-log.ts'
import { LogBehind, openSigner, signCheckpoint } from './log/sign-checkpoint.ts'
import { originOf } from './log/origin.ts'
import { sheetParts } from './parts.ts'
import { makeSheet } from './sheet/make-sheet.ts'

/**
 * Keeps the public log, signs it, and makes each day's sheet. One process at a time runs it. It
 * reads rows that the ledger has committed, so it never delays a command.
 */
export function startTransparency(context: Context): Worker {
  const { config, db, book, log, stopping } = context
  if (config.logKey === null) throw new Error('this process has no key for the public log')
  const origin = originOf(config.publicUrl)
  const signing = { db, signer: openSigner(origin, config.logKey), dataDir: config.dataDir, log }
  const deps = { db, book, origin, parts: sheetParts }
  const options = { name: 'transparency', everyMs: config.logEveryMs, log, stopping }
  return repeat(options, async () => {
    try {
      while (!stopping.aborted && (await growLog(db)) > 0);
      await signCheckpoint(signing)
      const day = await makeSheet(deps)
      if (day !== null) {
        log.info({ day }, 'sealed the sheet of the day')
        await growLog(db)
        await signCheckpoint(signing)
      }
      await rest(db, null)
    } catch (error) {
      if (!(error instanceof LogBehind)) throw error
      await rest(db, error.message)
      log.error({ err: error }, 'the public log signs nothing')
    }
  })
}

/** Notes why the log rests, or that it doesn't. Alerts and pages read it. */
async function rest(db: Db, why: string | null): Promise<void> {
  await db.updateTable('log_rest').set({ why }).where('why', 'is distinct from', why).execute()
}
