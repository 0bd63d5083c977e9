/** Raises the version of the rules in force, once every running process knows the next one. */
import type { Logger } from 'pino'
import { ago, fromNow, lit } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import { NEWEST_RULES } from '../../domain/ledger/state.ts'
import type { Book } from '../book/book.ts'
import { submitOrThrow } from '../book/submission.ts'
import { repeat, type Worker } from '../workers/repeat.ts'

const CHECK_INTERVAL_MS = 10_000

type Raising = {
  readonly db: Db
  readonly book: Pick<Book, 'submit'>
  /** Tests pass another version's. */
  readonly newest?: number
}

/**
 * Submits the next version if every process seen in the last minute knows it. A process that was
 * only cut off stops when it reads the command.
 */
export async function raiseRules({ db, book, newest = NEWEST_RULES }: Raising): Promise<void> {
  const { rules, known } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('rule_versions')
        .select(({ fn }) => fn.coalesce(fn.max('version'), lit(1)).as('version'))
        .$asScalar()
        .as('rules'),
      eb
        .selectFrom('processes')
        .select(({ fn }) => fn.min('rules_version').as('version'))
        .where('seen_at', '>', ago('mins', 1))
        .where('seen_at', '<', fromNow('mins', 1))
        .as('known'),
    ])
    .executeTakeFirstOrThrow()
  const next = (rules ?? 1) + 1
  if (next > newest || known === null || known < next) return
  const command = { kind: 'raise_rules', version: next } as const
  await submitOrThrow(book, { command, by: { system: 'rules' } })
}

export function startRaisingRules(
  raising: Raising & { readonly log: Logger; readonly stopping: AbortSignal },
  isLeading: () => boolean,
): Worker {
  const { log, stopping } = raising
  return repeat({ name: 'rules', everyMs: CHECK_INTERVAL_MS, log, stopping }, async () => {
    if (isLeading()) await raiseRules(raising)
  })
}
