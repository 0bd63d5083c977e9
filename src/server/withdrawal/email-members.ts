import { sql } from 'kysely'
import { anyOf, lit } from '../../db/expressions.ts'
import type { Tx } from '../../db/types.ts'
import type { WithdrawalEvent } from '../../domain/ledger/event.ts'
import type { Config } from '../config/config.ts'
import { otherEmails } from '../email/email-limits.ts'
import { moneyEmail, openWithdrawals } from '../email/email-templates.ts'
import { enqueueEmails, type Email } from '../email/outbox.ts'
import { writerOf, type Writer } from '../language/writer.ts'

export type EmailText = {
  readonly subject: string
  readonly paragraphs: string[]
  readonly rows?: [name: string, value: string][]
}

/** @param isFrequent it is one of many that the member requested within an hour */
type Describe = (writer: Writer, event: WithdrawalEvent, isFrequent: boolean) => EmailText | null

/** Emails the members of these withdrawals in their language, unless the text is null. */
export async function emailMembers(
  tx: Tx,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  events: readonly WithdrawalEvent[],
  describe: Describe,
): Promise<void> {
  if (events.length === 0) return
  const byMember = await readRecipients(tx, events)
  const emails = events.flatMap((event): Email[] => {
    const person = byMember.get(event.member)
    if (!person) return []
    const writer = writerOf(person.language)
    const text = describe(writer, event, person.frequent?.includes(event.no) ?? false)
    if (!text) return []
    const { subject, paragraphs, rows } = text
    const action = openWithdrawals(writer, publicUrl)
    const content = moneyEmail(person, subject, paragraphs, { action, ...(rows && { rows }) })
    return [{ to: person.email, kind: 'money', content }]
  })
  await enqueueEmails(tx, emails)
}

/**
 * Withdrawals of an hour whose requests and cancellations we email. A thief could otherwise bury
 * the other emails of the mailbox. The activity has every one.
 */
const MAX_REQUESTS_EMAILED_AN_HOUR = otherEmails.moneyEmail.emailsAnHour

/**
 * Who gets an email about these withdrawals, by member number, and which of them they requested
 * within an hour after so many others. With one statement, because the ledger waits for it.
 */
async function readRecipients(tx: Tx, events: readonly WithdrawalEvent[]) {
  const numbers = anyOf(
    events.map(({ no }) => no),
    'int',
  )
  const members = anyOf(
    events.map(({ member }) => member),
    'int',
  )
  const rows = await tx
    .selectFrom('identities')
    .select(['member_no', 'username', 'email', 'language'])
    .select((eb) =>
      eb
        .selectFrom('withdrawals as own')
        .select(({ fn }) => fn<number[] | null>('array_agg', ['own.no']).as('numbers'))
        .where('own.no', '=', numbers)
        .whereRef('own.member_no', '=', 'identities.member_no')
        .where((of) =>
          of(
            of
              .selectFrom('withdrawals as earlier')
              .select('earlier.requested_at')
              .whereRef('earlier.member_no', '=', 'own.member_no')
              .whereRef('earlier.no', '<', 'own.no')
              .orderBy('earlier.no', 'desc')
              .offset(lit(MAX_REQUESTS_EMAILED_AN_HOUR - 1))
              .limit(lit(1)),
            '>',
            sql<Date>`${of.ref('own.requested_at')} - interval '1 hour'`,
          ),
        )
        .as('frequent'),
    )
    .where('member_no', '=', members)
    .execute()
  return new Map(rows.map((row) => [row.member_no, row]))
}
