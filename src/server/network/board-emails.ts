import { ORIGINS } from '../../domain/ledger/event.ts'
import { PLAN_NAMES, planAt } from '../../domain/money/catalog.ts'
import type { RowOf } from '../../db/types.ts'
import type { NewProfile } from '../command-log/slice.ts'
import { boardEmail } from '../email/email-templates.ts'
import { newsEmail, type NewsSettings } from '../email/news.ts'
import type { Email } from '../email/outbox.ts'

/** A profile with the member who owns it. */
export type ProfileOwner = RowOf<'profiles', 'no' | 'public_id' | 'member_no'> &
  RowOf<'identities', 'username' | 'email' | 'language'> & { readonly gets_news: boolean }

/** Tells the owner of a completed board what it made. Nothing if they don't want news. */
export function boardEmails(
  settings: NewsSettings,
  owner: ProfileOwner,
  made: readonly Pick<NewProfile, 'plan' | 'origin'>[],
): Email[] {
  const [first] = made
  if (!first || !owner.gets_news) return []
  const { member_no: member, email, public_id: board } = owner
  const content = boardEmail(owner, settings.publicUrl, {
    board,
    plan: PLAN_NAMES[planAt(first.plan)],
    upgrade: ORIGINS[first.origin] === 'upgrade',
    count: made.length,
  })
  return [newsEmail(settings, { member, email }, content)]
}
