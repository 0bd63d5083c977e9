import { sql } from 'kysely'
import { now } from '../../db/expressions.ts'
import type { Db, Tx } from '../../db/types.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import type { BatchHook } from '../book/book.ts'
import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import { writeAcceptances } from '../readiness/legal-texts.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { submit } from '../http/submit.ts'
import { referralEmail } from '../email/email-templates.ts'
import { enqueueNews } from '../email/news.ts'
import { isEmailTaken } from '../auth/credentials.ts'
import { findRegistration, type Pending } from './registrations.ts'
import { isDuplicate } from '../../db/errors.ts'

type RegistrationInput = { pending: Pending; settings: Pick<Config, 'publicUrl' | 'authSecret'> }
type Joined = Pending & { member: number }

/** Writes the identities of a batch of registrations and notifies their sponsors. */
const insertIdentities: BatchHook<RegistrationInput> = {
  name: 'register',
  async run(tx, items) {
    const joined = items.map(({ outcome, input }) => ({
      ...input.pending,
      member: eventOf(outcome.effects, 'member').no,
    }))
    await tx
      .insertInto('identities')
      .values(
        joined.map((person) => ({
          member_no: person.member,
          username: person.username,
          email: person.email,
          password_hash: person.password_hash,
          referral_code: person.referral_code,
          verified_at: now,
        })),
      )
      .execute()
    await writeAcceptances(tx, joined)
    await markJoined(tx, joined)
    const [first] = items
    if (first) await tellSponsors(tx, first.input.settings, joined)
    return items.map(() => null)
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

async function tellSponsors(
  tx: Tx,
  settings: RegistrationInput['settings'],
  joined: readonly Joined[],
): Promise<void> {
  const news = joined.map(({ sponsor_no: member, username: referred }) => ({
    member,
    write: (username: string) => referralEmail(username, referred),
  }))
  await enqueueNews(tx, settings, news)
}

/**
 * Creates the member for a registration with a verified mailbox, once. A second call changes
 * nothing. Refuses if someone else has taken the address in the meantime.
 */
export async function completeRegistration(
  { db, book, config }: Pick<Context, 'db' | 'book' | 'config'>,
  registration: bigint,
): Promise<void> {
  const pending = await findRegistration(db, registration)
  if (!pending) throw reject('invalid_token')
  if (pending.member_no !== null) return
  if (await isEmailTaken(db, pending.email)) return await requireJoined(db, registration)
  try {
    await submit(book, {
      command: { kind: 'register', sponsor: pending.sponsor_no },
      by: { system: 'registration' },
      hook: insertIdentities,
      input: { pending, settings: config },
    })
  } catch (error) {
    // Two links to one mailbox, or the same link twice, can run at once. The database lets one win.
    if (!isDuplicate(error)) throw error
    await requireJoined(db, registration)
  }
}

/** Refuses unless the same link, followed at the same moment, has just created this member. */
async function requireJoined(db: Db, registration: bigint): Promise<void> {
  const now = await findRegistration(db, registration)
  if (!now || now.member_no === null) throw reject('invalid_token')
}
