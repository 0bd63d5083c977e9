import { compileOnce, type Given } from '../../db/compiled.ts'
import { anyOf, lit } from '../../db/expressions.ts'
import type { RowOf, Tx } from '../../db/types.ts'
import { wallet } from '../../domain/ledger/account.ts'
import { KIND_CODES, PURPOSE_CODES } from '../book/rows/ledger-rows.ts'
import {
  findSlice,
  lastCommand,
  readBatches,
  readJournals,
  readNewProfiles,
  type Slice,
} from '../command-log/slice.ts'
import type { Context } from '../context.ts'
import { moneyEmail } from '../email/email-templates.ts'
import { getsNews, type NewsSettings } from '../email/news.ts'
import { enqueueEmails, type Email } from '../email/outbox.ts'
import { writerOf } from '../language/writer.ts'
import { repeat, type Worker } from '../workers/repeat.ts'
import { boardEmails, type ProfileOwner } from './board-emails.ts'

// Emails about activations follow from the command log and from rows that never change, so commands
// pay nothing for them. Members see rewards live and in the activity. An email about each would be
// a flood.

const EVERY_MS = 500

type Settings = Pick<Context, 'db' | 'log' | 'stopping'> & { readonly config: NewsSettings }

/**
 * Queues an email to the owner of each activated profile about what it cost, for manual and
 * automatic activations, and to the owner of each completed board about what it made. Any number of
 * processes may run this.
 */
export function startEmailingActivations({ db, config, log, stopping }: Settings): Worker {
  return repeat({ name: 'activation emails', everyMs: EVERY_MS, log, stopping }, async () => {
    while (!stopping.aborted && (await isBehind.first(db, {}))) {
      if (!(await db.transaction().execute((tx) => emailNext(tx, config)))) return
    }
  })
}

// Whether there is anything to do, in one statement: this runs twice a second.
const isBehind = compileOnce((db) =>
  db.selectFrom('activation_email_cursor').select('seq').where('seq', '<', lastCommand),
)

/** Emails about the next part of the log. False if there is none, or another process is at it. */
async function emailNext(tx: Tx, settings: NewsSettings): Promise<boolean> {
  const cursor = await tx
    .selectFrom('activation_email_cursor')
    .select(['seq', 'profile_no'])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!cursor) return false
  const batches = await readBatches(tx, cursor.seq)
  const isOlder = batches[0]?.queued_emails === true
  const other = batches.findIndex((batch) => batch.queued_emails !== isOlder)
  const slice = await findSlice(tx, cursor.seq, other < 0 ? batches : batches.slice(0, other))
  if (!slice) return false
  const profiles = await readNewProfiles(tx, cursor.profile_no, slice)
  if (!isOlder) {
    const made = Map.groupBy(profiles, ({ origin_no: board }) => board)
    made.delete(null)
    await enqueueEmails(tx, await writeEmails(tx, settings, await readFees(tx, slice), made))
  }
  await tx
    .updateTable('activation_email_cursor')
    .set({ seq: slice.to, profile_no: profiles.at(-1)?.no ?? cursor.profile_no })
    .execute()
  return true
}

/** What an activation cost, and whose wallet paid it. */
type Fee = RowOf<'postings', 'account_no' | 'amount'> & { readonly profile: number }

const findFees = compileOnce((db, { journals }: Given<{ journals: readonly bigint[] }>) =>
  db
    .selectFrom('postings')
    .select(['journal_no', 'account_no', 'amount'])
    .where('journal_no', '=', anyOf(journals, 'bigint'))
    .where('purpose', '=', lit(PURPOSE_CODES.fee))
    .where('amount', '<', 0n),
)

async function readFees(tx: Tx, slice: Slice): Promise<Fee[]> {
  const journals = await readJournals(tx, slice, [KIND_CODES.activation])
  const rows = await findFees.rows(tx, { journals: journals.map(({ no }) => no) })
  const fees = new Map(rows.map((row) => [row.journal_no, row]))
  return journals.flatMap(({ no, subject }) => {
    const fee = fees.get(no)
    return fee ? [{ ...fee, profile: Number(subject) }] : []
  })
}

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

/** @param made the new profiles of each complete board, by the number of the board's profile */
async function writeEmails(
  tx: Tx,
  settings: NewsSettings,
  fees: readonly Fee[],
  made: ReadonlyMap<number | null, Parameters<typeof boardEmails>[2]>,
): Promise<Email[]> {
  const boards = [...made].flatMap(([no, profiles]) => (no === null ? [] : [{ no, profiles }]))
  const numbers = new Set([...fees.map(({ profile }) => profile), ...boards.map(({ no }) => no)])
  if (numbers.size === 0) return []
  const rows = await findOwners.rows(tx, { numbers: [...numbers] })
  const owners = new Map(rows.map((row) => [row.no, row]))
  const withOwner = (no: number, write: (owner: ProfileOwner) => Email[]): Email[] => {
    const owner = owners.get(no)
    return owner ? write(owner) : []
  }
  return [
    ...fees.flatMap((fee) => withOwner(fee.profile, (owner) => feeEmails(settings, owner, fee))),
    ...boards.flatMap(({ no, profiles }) =>
      withOwner(no, (owner) => boardEmails(settings, owner, profiles)),
    ),
  ]
}

/** Tells the owner of an activated profile what it cost. Nothing if someone else paid. */
function feeEmails({ publicUrl }: NewsSettings, owner: ProfileOwner, fee: Fee): Email[] {
  if (Number(fee.account_no) !== wallet(owner.member_no)) return []
  const { say, usd } = writerOf(owner.language)
  const text = say('activated_text', { profile: owner.public_id, amount: usd(-fee.amount) })
  const url = `${publicUrl}/earnings?profile=${encodeURIComponent(owner.public_id)}`
  const action = { label: say('open_profile'), url }
  const content = moneyEmail(owner, say('activated_subject'), [text], { action })
  return [{ to: owner.email, kind: 'money', content }]
}
