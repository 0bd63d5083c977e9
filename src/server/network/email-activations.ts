import { compileOnce, type Given } from '../../db/compiled.ts'
import { anyOf } from '../../db/expressions.ts'
import type { Tx } from '../../db/types.ts'
import { wallet } from '../../domain/ledger/account.ts'
import { eventsOf } from '../../domain/ledger/event.ts'
import type { Outcome } from '../book/book.ts'
import { moneyEmail } from '../email/email-templates.ts'
import type { Config } from '../config/config.ts'
import { writerOf } from '../language/writer.ts'
import { enqueueEmails } from '../email/outbox.ts'

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
    ])
    .where('profiles.no', '=', anyOf(numbers, 'int')),
)

/**
 * Emails the owner of each activated profile what it cost, for manual and automatic activations.
 * Two statements per batch. Rewards appear live and in the activity; an email for each would be a
 * flood.
 */
export async function emailActivations(
  tx: Tx,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  outcomes: readonly Outcome[],
): Promise<void> {
  const journals = outcomes.flatMap(({ effects }) =>
    eventsOf(effects, 'journal').filter(({ kind }) => kind === 'activation'),
  )
  const numbers = journals.map(({ subject }) => subject)
  const rows = await findOwners.rows(tx, { numbers })
  const owners = new Map(rows.map((row) => [row.no, row]))
  const emails = journals.flatMap(({ subject, postings }) => {
    const owner = owners.get(subject)
    const fee = postings.find(({ purpose }) => purpose === 'fee')
    if (!owner || fee?.account !== wallet(owner.member_no)) return []
    const { say, usd } = writerOf(owner.language)
    const text = say('activated_text', { profile: owner.public_id, amount: usd(-fee.amount) })
    const url = `${publicUrl}/earnings?profile=${encodeURIComponent(owner.public_id)}`
    const action = { label: say('open_profile'), url }
    const content = moneyEmail(owner, say('activated_subject'), [text], { action })
    return [{ to: owner.email, kind: 'money' as const, content }]
  })
  await enqueueEmails(tx, emails)
}
