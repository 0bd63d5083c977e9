import { sql } from 'kysely'
import type { Tx } from '../../db/types.ts'
import type { WithdrawalFact } from '../../domain/fact.ts'
import { formatUsd } from '../../domain/money.ts'
import { netMicros } from '../../domain/withdrawal.ts'
import { moneyLetter } from '../mail/letters.ts'
import { enqueueMails } from '../mail/outbox.ts'

type Said = { subject: string; paragraphs: string[] }

const notYou = 'If this was not you, please write to our support at once.'

/** What a member is told when a withdrawal has come to a state; null where there is no news. */
function say(withdrawal: WithdrawalFact): Said | null {
  const { state, amountMicros, address, txid, attempt, payIn, networkFeeMicros } = withdrawal
  const amount = `$${formatUsd(amountMicros)}`
  switch (state) {
    case 'pending':
      if (attempt > 1) return null
      return {
        subject: 'Withdrawal requested',
        paragraphs: [
          `A withdrawal of ${amount} in ${payIn} to ${address} has been requested.`,
          ...(networkFeeMicros > 0n
            ? [`The network takes $${formatUsd(networkFeeMicros)} of it for the transfer of USDT.`]
            : []),
          notYou,
        ],
      }
    case 'confirmed':
      return {
        subject: 'Your withdrawal has been paid',
        paragraphs: [
          `$${formatUsd(netMicros(withdrawal))} (${amount} less the fee) went to ${address}.`,
          `The transaction is ${txid}.`,
        ],
      }
    case 'cancelled':
      return {
        subject: 'Your withdrawal was cancelled',
        paragraphs: [`${amount} are back in your wallet.`],
      }
    // The operators' room tells of a rejection, with who decided it.
    case 'rejected':
    case 'approved':
    case 'sent':
      return null
  }
}

/** Mails each member about their withdrawal, in the commit of what happened to it. */
export async function mailWithdrawals(tx: Tx, facts: readonly WithdrawalFact[]): Promise<void> {
  const news = facts.flatMap((fact) => {
    const said = say(fact)
    return said ? [{ member: fact.member, ...said }] : []
  })
  if (news.length === 0) return
  const people = await tx
    .selectFrom('people')
    .select(['member_no', 'username', 'email'])
    .where('member_no', '=', sql<number>`any(${news.map(({ member }) => member)}::int[])`)
    .execute()
  const byMember = new Map(people.map((person) => [person.member_no, person]))
  await enqueueMails(
    tx,
    news.flatMap(({ member, subject, paragraphs }) => {
      const person = byMember.get(member)
      if (!person) return []
      const letter = moneyLetter(person.username, subject, paragraphs)
      return [{ to: person.email, kind: 'money' as const, letter }]
    }),
  )
}
