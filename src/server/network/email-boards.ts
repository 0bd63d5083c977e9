import { compileOnce, type Given } from '../../db/compiled.ts'
import { anyOf } from '../../db/expressions.ts'
import type { Tx } from '../../db/types.ts'
import { PLAN_NAMES } from '../../domain/money/catalog.ts'
import { eventsOf, type ProfileEvent } from '../../domain/ledger/event.ts'
import type { Outcome } from '../book/book.ts'
import { boardEmail } from '../email/email-templates.ts'
import type { Reader } from '../language/writer.ts'
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
        write: (to: Reader) =>
          boardEmail(to, settings.publicUrl, { board: id, ...describe(profiles, first) }),
      },
    ]
  })
  await enqueueNews(tx, settings, news)
}

const describe = ({ length }: readonly ProfileEvent[], { plan, origin }: ProfileEvent) => ({
  plan: PLAN_NAMES[plan],
  upgrade: origin === 'upgrade',
  count: length,
})
