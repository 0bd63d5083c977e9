import { anyOf } from '../../db/expressions.ts'
import type { Tx } from '../../db/types.ts'
import type { WithdrawalEvent } from '../../domain/ledger/event.ts'
import { formatCrypto, formatUsd } from '../../domain/money/money.ts'
import { netMicros } from '../../domain/wallet/withdrawal.ts'
import type { Config } from '../config/config.ts'
import { moneyEmail, openWithdrawals } from '../email/email-templates.ts'
import { enqueueEmails } from '../email/outbox.ts'

type Rows = [name: string, value: string][]
type Said = { subject: string; paragraphs: string[]; rows: Rows }

const NOT_YOU = 'If this wasn’t you, contact our support at once.'
const usd = (amount: bigint): string => `$${formatUsd(amount)}`

function figuresOf(withdrawal: WithdrawalEvent): Rows {
  const { amountMicros, feeMicros, networkFeeMicros, address, payIn, coin, sentUnits, txid } =
    withdrawal
  const rows: Rows = [
    ['Amount', usd(amountMicros)],
    ['Fee', usd(feeMicros)],
  ]
  if (networkFeeMicros > 0n) rows.push(['Network fee', usd(networkFeeMicros)])
  rows.push(['Paid out', `${usd(netMicros(withdrawal))} in ${payIn}`])
  if (coin !== null && sentUnits !== null) {
    rows.push(['Sent', `${formatCrypto(coin, sentUnits)} ${coin}`])
  }
  rows.push(['Address', address])
  if (txid !== null) rows.push(['Transaction', txid])
  return rows
}

function sayPending({
  attempt,
  amountMicros,
  payIn,
  address,
  holdUntilAt,
  failure,
}: WithdrawalEvent) {
  if (attempt > 1) {
    return {
      subject: 'Your withdrawal couldn’t be paid yet',
      paragraphs: [
        `The payout of ${usd(amountMicros)} failed on chain. Reason: ${failure || 'unknown'}.`,
        'Nothing is lost: we still hold the amount for you, and our staff will look into it.',
      ],
    }
  }
  const held = holdUntilAt > Date.now()
  const until = new Date(holdUntilAt).toUTCString()
  return {
    subject: 'Withdrawal requested',
    paragraphs: [
      `You requested a withdrawal of ${usd(amountMicros)} in ${payIn} to ${address}.`,
      ...(held
        ? [`Your security settings changed recently, so we won’t pay it out before ${until}.`]
        : []),
      NOT_YOU,
    ],
  }
}

/** The email about a withdrawal's new state, or null if there is nothing to report. */
function say(withdrawal: WithdrawalEvent): Omit<Said, 'rows'> | null {
  const { state, amountMicros, address, approvedBy } = withdrawal
  const amount = usd(amountMicros)
  const net = usd(netMicros(withdrawal))
  switch (state) {
    case 'pending':
      // After the first of two approvals it is still pending, so there is nothing to report.
      return approvedBy.length > 0 ? null : sayPending(withdrawal)
    case 'approved':
      return {
        subject: 'Your withdrawal is approved',
        paragraphs: [`Our staff approved your withdrawal of ${amount}. We’ll pay it out next.`],
      }
    case 'sent':
      return {
        subject: 'Your withdrawal is on its way',
        paragraphs: [
          `${net} is on its way to ${address}.`,
          'We’ll email you again once the network has confirmed the payment.',
        ],
      }
    case 'confirmed':
      return {
        subject: 'Your withdrawal has been paid',
        paragraphs: [`${net} (${amount} less the fee) went to ${address}.`],
      }
    case 'cancelled':
      return {
        subject: 'Your withdrawal was canceled',
        paragraphs: [`${amount} is back in your wallet.`],
      }
    // The operators' code emails a rejection, because it knows who decided.
    case 'rejected':
      return null
  }
}

/** Emails each member about their withdrawal, in the commit that changes it. */
export async function emailWithdrawals(
  tx: Tx,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  events: readonly WithdrawalEvent[],
): Promise<void> {
  const news = events.flatMap((event) => {
    const said = say(event)
    return said ? [{ member: event.member, ...said, rows: figuresOf(event) }] : []
  })
  if (news.length === 0) return
  const members = await tx
    .selectFrom('identities')
    .select(['member_no', 'username', 'email'])
    .where(
      'member_no',
      '=',
      anyOf(
        news.map(({ member }) => member),
        'int',
      ),
    )
    .execute()
  const byMember = new Map(members.map((person) => [person.member_no, person]))
  const action = openWithdrawals(publicUrl)
  await enqueueEmails(
    tx,
    news.flatMap(({ member, subject, paragraphs, rows }) => {
      const person = byMember.get(member)
      if (!person) return []
      const content = moneyEmail(person.username, subject, paragraphs, { rows, action })
      return [{ to: person.email, kind: 'money' as const, content }]
    }),
  )
}
