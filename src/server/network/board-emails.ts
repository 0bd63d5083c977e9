import { PLAN_NAMES } from '../../domain/money/catalog.ts'
import { eventsOf, type ProfileEvent } from '../../domain/ledger/event.ts'
import type { RowOf } from '../../db/types.ts'
import type { Outcome } from '../book/book.ts'
import { boardEmail } from '../email/email-templates.ts'
import { newsEmail, type NewsSettings } from '../email/news.ts'
import type { Email } from '../email/outbox.ts'

/** A profile with the member who owns it. */
export type ProfileOwner = RowOf<'profiles', 'no' | 'public_id' | 'member_no'> &
  RowOf<'identities', 'username' | 'email' | 'language'> & { readonly gets_news: boolean }

/** The profiles made for each completed board, by the number of the board's own profile. */
export const completedBoards = (
  outcomes: readonly Outcome[],
): ReadonlyMap<number, readonly ProfileEvent[]> =>
  Map.groupBy(
    outcomes
      .flatMap(({ effects }) => eventsOf(effects, 'profile'))
      .filter(({ originNo }) => originNo !== null),
    ({ originNo }) => originNo ?? 0,
  )

/** Tells the owner of a completed board what it made. Nothing if they don't want news. */
export function boardEmails(
  settings: NewsSettings,
  owner: ProfileOwner,
  made: readonly ProfileEvent[],
): Email[] {
  const [first] = made
  if (!first || !owner.gets_news) return []
  const { member_no: member, email, public_id: board } = owner
  const content = boardEmail(owner, settings.publicUrl, {
    board,
    plan: PLAN_NAMES[first.plan],
    upgrade: first.origin === 'upgrade',
    count: made.length,
  })
  return [newsEmail(settings, { member, email }, content)]
}
