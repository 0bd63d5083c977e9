import { compileOnce, type Given } from '../../db/compiled.ts'
import { anyOf } from '../../db/expressions.ts'
import type { Tx } from '../../db/types.ts'
import { wallet } from '../../domain/ledger/account.ts'
import { eventsOf, type EventOf } from '../../domain/ledger/event.ts'
import type { Outcome } from '../book/book.ts'
import { moneyEmail } from '../email/email-templates.ts'
import { getsNews, type NewsSettings } from '../email/news.ts'
import { enqueueEmails, type Email } from '../email/outbox.ts'
import { writerOf } from '../language/writer.ts'
import { boardEmails, completedBoards, type ProfileOwner } from './board-emails.ts'

const findOwners = compileOnce((db, { numbers }: Given<{ numbers: readonly number[] }>) =>
  db
    .selectFrom('profiles')
    .innerJoin('identities', 'identities.member_no', 'profiles.member_no')
    .select([
      'profiles.no',
      'profiles.public_id',
      'profiles.member_no',
      'identities.username',
      'identities.email',
      'identities.language',
      getsNews.$castTo<boolean>().as('gets_news'),
    ])
    .where('profiles.no', '=', anyOf(numbers, 'int')),
)

/**
 * Emails the owner of each activated profile what it cost, for manual and automatic activations,
 * and the owner of each completed board what it made. Two statements per batch. Rewards appear live
 * and in the activity; an email for each would be a flood.
 */
export async function emailActivations(
  tx: Tx,
  settings: NewsSettings,
  outcomes: readonly Outcome[],
): Promise<void> {
  const activations = outcomes.flatMap(({ effects }) =>
    eventsOf(effects, 'journal').filter(({ kind }) => kind === 'activation'),
  )
  const boards = completedBoards(outcomes)
  const numbers = new Set([...activations.map(({ subject }) => subject), ...boards.keys()])
  const rows = await findOwners.rows(tx, { numbers: [...numbers] })
  const owners = new Map(rows.map((row) => [row.no, row]))
  const withOwner = (no: number, write: (owner: ProfileOwner) => Email[]): Email[] => {
    const owner = owners.get(no)
    return owner ? write(owner) : []
  }
  await enqueueEmails(tx, [
    ...activations.flatMap((journal) =>
      withOwner(journal.subject, (owner) => feeEmails(settings, owner, journal)),
    ),
    ...[...boards].flatMap(([no, made]) =>
      withOwner(no, (owner) => boardEmails(settings, owner, made)),
    ),
  ])
}

/** Tells the owner of an activated profile what it cost. Nothing if someone else paid. */
function feeEmails(
  { publicUrl }: NewsSettings,
  owner: ProfileOwner,
  { postings }: EventOf<'journal'>,
): Email[] {
  const fee = postings.find(({ purpose }) => purpose === 'fee')
  if (fee?.account !== wallet(owner.member_no)) return []
  const { say, usd } = writerOf(owner.language)
  const text = say('activated_text', { profile: owner.public_id, amount: usd(-fee.amount) })
  const url = `${publicUrl}/earnings?profile=${encodeURIComponent(owner.public_id)}`
  const action = { label: say('open_profile'), url }
  const content = moneyEmail(owner, say('activated_subject'), [text], { action })
  return [{ to: owner.email, kind: 'money', content }]
}
