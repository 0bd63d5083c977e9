import { compileOnce, type Given } from '../../db/compiled.ts'
import { anyOf } from '../../db/expressions.ts'
import type { Tx } from '../../db/types.ts'
import { PLAN_NAMES } from '../../domain/money/catalog.ts'
import { eventsOf, type ProfileEvent } from '../../domain/ledger/event.ts'
import type { Outcome } from '../book/book.ts'
import { boardEmail } from '../email/email-templates.ts'
import { enqueueNews, type NewsSettings } from '../email/news.ts'

const findIds = compileOnce((db, { numbers }: Given<{ numbers: readonly number[] }>) =>
  db
    .selectFrom('profiles')
    .select(['no', 'public_id as id'])
    .where('no', '=', anyOf(numbers, 'int')),
)

/** Emails the owner of each completed board, found by the profiles created for it. */
export async function emailBoards(tx: Tx, settings: NewsSettings, outcomes: readonly Outcome[]) {
  const made = outcomes
    .flatMap(({ effects }) => eventsOf(effects, 'profile'))
    .filter(({ originNo }) => originNo !== null)
  if (made.length === 0) return
  const byBoard = Map.groupBy(made, ({ originNo }) => originNo ?? 0)
  const rows = await findIds.rows(tx, { numbers: [...byBoard.keys()] })
  const news = rows.flatMap(({ no, id }) => {
    const profiles = byBoard.get(no) ?? []
    const [first] = profiles
    if (!first) return []
    return [
      {
        member: first.member,
        write: (username: string) =>
          boardEmail(settings.publicUrl, username, { board: id, made: describe(profiles, first) }),
      },
    ]
  })
  await enqueueNews(tx, settings, news)
}

function describe({ length }: readonly ProfileEvent[], { plan, origin }: ProfileEvent): string {
  const name = PLAN_NAMES[plan]
  return origin === 'upgrade'
    ? `We created a profile for you on ${name}, the next plan.`
    : `We created ${length} new ${name} profiles for you.`
}
