import { sql } from 'kysely'
import { z } from 'zod'
import { compileOnce, type Given } from '../../db/compiled.ts'
import { given, now } from '../../db/expressions.ts'
import type { Tx } from '../../db/types.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import { int8, type BatchHook } from '../book/batch-hook.ts'
import { DoneElsewhere } from '../book/submission.ts'
import { writeAcceptances } from '../readiness/acceptances.ts'
import { referralEmail } from '../email/email-templates.ts'
import type { Reader } from '../language/writer.ts'
import { enqueueNews, type NewsSettings } from '../email/news.ts'
import { checkRegistrations, readRegistrations, type Pending } from './registrations.ts'

const RegistrationInput = z.object({ registration: int8 })

type Joined = Pending & { member: number }

type Lists = Record<
  'usernames' | 'emails' | 'hashes' | 'codes' | 'languages',
  readonly string[]
> & {
  members: readonly number[]
}

const WRITTEN = [
  'member_no',
  'username',
  'email',
  'password_hash',
  'referral_code',
  'language',
] as const

// One list per column, so that any number of members needs the same statement.
const insertAll = compileOnce((db, lists: Given<Lists>) =>
  db
    .insertInto('identities')
    .columns([...WRITTEN, 'verified_at'])
    .expression((eb) =>
      eb
        .selectFrom(
          given('joined', {
            member_no: { values: lists.members, type: 'int' },
            username: { values: lists.usernames, type: 'text' },
            email: { values: lists.emails, type: 'text' },
            password_hash: { values: lists.hashes, type: 'text' },
            referral_code: { values: lists.codes, type: 'text' },
            language: { values: lists.languages, type: 'text' },
          }),
        )
        .select(WRITTEN)
        .select(now.as('verified_at')),
    ),
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
    const pending = await readRegistrations(
      tx,
      items.map(({ input }) => input.registration),
    )
    const joined = items.map(({ outcome, input: { registration } }): Joined => {
      const found = pending.get(registration)
      if (!found) throw new DoneElsewhere(`registration ${registration} is gone`)
      return { ...found, member: eventOf(outcome.effects, 'member').no }
    })
    await insertAll.run(tx, {
      members: joined.map(({ member }) => member),
      usernames: joined.map(({ username }) => username),
      emails: joined.map(({ email }) => email),
      hashes: joined.map((person) => person.password_hash),
      codes: joined.map((person) => person.referral_code),
      languages: joined.map(({ language }) => language),
    })
    await writeAcceptances(tx, joined)
    await markJoined(tx, joined)
    await notifySponsors(tx, config, joined)
  },
}

async function markJoined(tx: Tx, joined: readonly Joined[]): Promise<void> {
  const members = joined.map(({ member }) => member)
  const registrations = joined.map(({ no }) => no)
  await sql`
    with joined as (
      select * from unnest(${registrations}::bigint[], ${members}::int[]) as t (no, member))
    , marked as (
      update registrations r set member_no = joined.member from joined where r.no = joined.no)
    update email_tokens set used_at = now() from joined
    where registration_no = joined.no and used_at is null`.execute(tx)
}

async function notifySponsors(
  tx: Tx,
  settings: NewsSettings,
  joined: readonly Joined[],
): Promise<void> {
  const news = joined.map(({ sponsor_no: member, username: referred }) => ({
    member,
    write: (to: Reader) => referralEmail(to, settings.publicUrl, referred),
  }))
  await enqueueNews(tx, settings, news)
}
