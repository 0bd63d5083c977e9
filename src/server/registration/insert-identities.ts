import { sql } from 'kysely'
import { z } from 'zod'
import { compileOnce, type Given } from '../../db/compiled.ts'
import { given, now } from '../../db/expressions.ts'
import type { Tx } from '../../db/types.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import { int8, type BatchHook } from '../book/batch-hook.ts'
import { DoneElsewhere } from '../book/submission.ts'
import { referralEmail } from '../email/email-templates.ts'
import { getsNews, newsEmail, type NewsSettings } from '../email/news.ts'
import { enqueueEmails } from '../email/outbox.ts'
import { checkRegistrations } from './registrations.ts'

const RegistrationInput = z.object({ registration: int8 })

/** The new members and their registrations, in the same order. */
type Joined = { readonly members: readonly number[]; readonly registrations: readonly bigint[] }

const joinedFrom = ({ members, registrations }: Given<Joined>) =>
  given('joined', {
    member: { values: members, type: 'int' },
    registration: { values: registrations, type: 'bigint' },
  })

const COPIED = ['username', 'email', 'password_hash', 'referral_code', 'language'] as const

const insertAll = compileOnce((db, joined: Given<Joined>) =>
  db
    .insertInto('identities')
    .columns(['member_no', ...COPIED, 'verified_at'])
    .expression((eb) =>
      eb
        .selectFrom('registrations')
        .innerJoin(joinedFrom(joined), 'joined.registration', 'registrations.no')
        .select(['joined.member', ...COPIED, now.as('verified_at')])
        .where('registrations.member_no', 'is', null),
    ),
)

/** The sponsors who want an email about their new referrals. */
const findSponsors = compileOnce((db, joined: Given<Joined>) =>
  db
    .selectFrom('registrations')
    .innerJoin(joinedFrom(joined), 'joined.registration', 'registrations.no')
    .innerJoin('identities', 'identities.member_no', 'registrations.sponsor_no')
    .select(['registrations.username as referred', 'identities.member_no as member'])
    .select(['identities.username', 'identities.email', 'identities.language'])
    .where(getsNews),
)

/** Writes the identities of a batch of registrations and notifies their sponsors. */
export const insertIdentities: BatchHook<z.output<typeof RegistrationInput>> = {
  name: 'register',
  input: RegistrationInput,
  fits: ({ command }) => command.kind === 'register',
  async check(tx, inputs) {
    const found = await checkRegistrations(
      tx,
      inputs.map(({ registration }) => registration),
    )
    return inputs.map(({ registration }) => {
      const takes = found.get(registration)
      return takes ?? new DoneElsewhere(`registration ${registration} is gone, or its name taken`)
    })
  },
  async write(tx, items, config) {
    const joined = {
      members: items.map(({ outcome }) => eventOf(outcome.effects, 'member').no),
      registrations: items.map(({ input }) => input.registration),
    }
    const [inserted] = await Promise.all([
      insertAll.run(tx, joined),
      markJoined(tx, joined),
      notifySponsors(tx, config, joined),
    ])
    if (inserted !== BigInt(items.length)) throw new DoneElsewhere('a registration is gone')
  },
}

/** Stores which versions of the legal texts they accepted, and ends their links. */
async function markJoined(tx: Tx, { members, registrations }: Joined): Promise<void> {
  await sql`
    with joined as (
      select * from unnest(${registrations}::bigint[], ${members}::int[]) as t (no, member))
    , accepted as (
      insert into text_acceptances (member_no, kind, version, language)
      select member, item ->> 0, (item ->> 1)::int, coalesce(item ->> 2, 'en')
      from joined join registrations using (no), jsonb_array_elements(accepted) as item)
    , marked as (
      update registrations r set member_no = joined.member from joined where r.no = joined.no)
    update email_tokens set used_at = now() from joined
    where registration_no = joined.no and used_at is null`.execute(tx)
}

async function notifySponsors(tx: Tx, settings: NewsSettings, joined: Joined): Promise<void> {
  const sponsors = await findSponsors.rows(tx, joined)
  const emails = sponsors.map(({ referred, ...sponsor }) =>
    newsEmail(settings, sponsor, referralEmail(sponsor, settings.publicUrl, referred)),
  )
  await enqueueEmails(tx, emails)
}
