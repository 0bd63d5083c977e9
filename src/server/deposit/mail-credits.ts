import { sql } from 'kysely'
import type { Tx } from '../../db/types.ts'
import type { TransferFact } from '../../domain/fact.ts'
import { formatUsd } from '../../domain/money.ts'
import { moneyLetter } from '../mail/letters.ts'
import { enqueueMails } from '../mail/outbox.ts'
import { formatCrypto } from './show-deposit.ts'

/** Mails each member whose transfer was credited; what was not credited makes no mail. */
export async function mailCredits(tx: Tx, transfers: readonly TransferFact[]): Promise<void> {
  const credited = transfers.filter(({ creditedMicros }) => creditedMicros !== null)
  if (credited.length === 0) return
  const people = await tx
    .selectFrom('people')
    .select(['member_no', 'username', 'email'])
    .where('member_no', '=', sql<number>`any(${credited.map(({ member }) => member)}::int[])`)
    .execute()
  const byMember = new Map(people.map((person) => [person.member_no, person]))
  const mails = credited.flatMap(({ member, coin, amountUnits, creditedMicros, txid }) => {
    const person = byMember.get(member)
    if (!person) return []
    const letter = moneyLetter(person.username, 'Your deposit has been credited', [
      `$${formatUsd(creditedMicros ?? 0n)} has been added to your wallet.`,
      `We received ${formatCrypto(coin, amountUnits)} ${coin} with transaction ${txid}.`,
    ])
    return [{ to: person.email, kind: 'money' as const, letter }]
  })
  await enqueueMails(tx, mails)
}
