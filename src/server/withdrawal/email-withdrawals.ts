import { nowMs } from '../../clock/clock.ts'
import { sql } from 'kysely'
import { anyOf, lit } from '../../db/expressions.ts'
import type { Tx } from '../../db/types.ts'
import type { WithdrawalEvent } from '../../domain/ledger/event.ts'
import { netMicros } from '../../domain/wallet/withdrawal.ts'
import { otherEmails } from '../email/email-limits.ts'
import type { Config } from '../config/config.ts'
import { moneyEmail, openWithdrawals } from '../email/email-templates.ts'
import { writerOf, type Writer } from '../language/writer.ts'
import { enqueueEmails, type Email } from '../email/outbox.ts'

type Rows = [name: string, value: string][]
type EmailText = { subject: string; paragraphs: string[] }

function figuresOf({ say, usd, coin: inCoin }: Writer, withdrawal: WithdrawalEvent): Rows {
  const { amountMicros, feeMicros, networkFeeMicros, address, payIn, coin, sentUnits, txid } =
    withdrawal
  const rows: Rows = [
    [say('amount'), usd(amountMicros)],
    [say('fee'), usd(feeMicros)],
  ]
  if (networkFeeMicros > 0n) rows.push([say('network_fee'), usd(networkFeeMicros)])
  const paid = say('paid_out_in', { amount: usd(netMicros(withdrawal)), coin: coin ?? payIn })
  rows.push([say('paid_out'), paid])
  if (coin !== null && sentUnits !== null) rows.push([say('sent'), inCoin(coin, sentUnits)])
  rows.push([say('address'), address])
  if (txid !== null) rows.push([say('transaction'), txid])
  return rows
}

function describePending(
  { say, usd, time }: Writer,
  { attempt, amountMicros, payIn, address, holdUntilAt, failure }: WithdrawalEvent,
): EmailText {
  const amount = usd(amountMicros)
  if (attempt > 1) {
    const reason = failure || say('reason_unknown')
    return {
      subject: say('not_paid_subject'),
      paragraphs: [say('not_paid_text', { amount, reason }), say('not_paid_held')],
    }
  }
  const held = holdUntilAt > nowMs()
  return {
    subject: say('requested_subject'),
    paragraphs: [
      say('requested_text', { amount, coin: payIn, address }),
      ...(held ? [say('requested_held', { until: time(new Date(holdUntilAt)) })] : []),
      say('requested_not_you'),
    ],
  }
}

/** The email about a withdrawal's new state, or null if there is nothing to report. */
function describe(writer: Writer, withdrawal: WithdrawalEvent): EmailText | null {
  const { state, amountMicros, address, approvedBy } = withdrawal
  const { say, usd } = writer
  const amount = usd(amountMicros)
  const net = usd(netMicros(withdrawal))
  switch (state) {
    case 'pending':
      // After the first of two approvals it is still pending, so there is nothing to report.
      return approvedBy.length > 0 ? null : describePending(writer, withdrawal)
    case 'approved':
      return { subject: say('approved_subject'), paragraphs: [say('approved_text', { amount })] }
    case 'sent':
      return {
        subject: say('sent_subject'),
        paragraphs: [say('sent_text', { amount: net, address }), say('sent_next')],
      }
    case 'confirmed':
      return {
        subject: say('paid_subject'),
        paragraphs: [say('paid_text', { net, amount, address })],
      }
    case 'cancelled':
      return { subject: say('canceled_subject'), paragraphs: [say('canceled_text', { amount })] }
    // The operators' code emails a rejection, because it knows who decided.
    case 'rejected':
      return null
  }
}

/**
 * Withdrawals of an hour whose requests and cancellations we email. A thief could otherwise bury
 * the other emails of the mailbox. The activity has every one.
 */
const MAX_REQUESTS_EMAILED_AN_HOUR = otherEmails.moneyEmail.emailsAnHour

/** Whether the member alone did this, as often as they like. */
const isOwnAct = ({ state, attempt, approvedBy }: WithdrawalEvent): boolean =>
  state === 'cancelled' || (state === 'pending' && attempt === 1 && approvedBy.length === 0)

/**
 * Who gets an email about these withdrawals, by member number, and which of them they requested
 * within an hour after so many others. With one statement, because the ledger waits for it.
 */
export async function readRecipients(tx: Tx, events: readonly WithdrawalEvent[]) {
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

/**
 * Emails each member about their withdrawal, in the commit that changes it. Always emails what
 * others did, such as approvals and payouts.
 */
export async function emailWithdrawals(
  tx: Tx,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  events: readonly WithdrawalEvent[],
): Promise<void> {
  if (events.length === 0) return
  const byMember = await readRecipients(tx, events)
  const emails = events.flatMap((event): Email[] => {
    const person = byMember.get(event.member)
    if (!person || (person.frequent?.includes(event.no) && isOwnAct(event))) return []
    const writer = writerOf(person.language)
    const said = describe(writer, event)
    if (!said) return []
    const content = moneyEmail(person, said.subject, said.paragraphs, {
      rows: figuresOf(writer, event),
      action: openWithdrawals(writer, publicUrl),
    })
    return [{ to: person.email, kind: 'money', content }]
  })
  await enqueueEmails(tx, emails)
}
