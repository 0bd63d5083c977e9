import type { Context } from '../context.ts'
import { repeat, type Worker } from '../workers/repeat.ts'
import { sheetParts } from './parts.ts'
import { makeSheet } from './sheet/make-sheet.ts'

const EVERY_MS = 60_000

/** The name of this installation's log. */
const originOf = (publicUrl: string): string => `${new URL(publicUrl).host}/log`

/** Makes each day's public sheet. One process at a time runs it. */
export function startTransparency(context: Context): Worker {
  const { config, db, book, log, stopping } = context
  const deps = { db, book, origin: originOf(config.publicUrl), parts: sheetParts }
  return repeat({ name: 'transparency', everyMs: EVERY_MS, log, stopping }, async () => {
    const day = await makeSheet(deps)
    if (day !== null) log.info({ day }, 'sealed the sheet of the day')
  })
}
