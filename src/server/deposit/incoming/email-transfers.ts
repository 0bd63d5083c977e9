import { countAll, anyOf, lit } from '../../../db/expressions.ts'
import type { Tx } from '../../../db/types.ts'
import type { TransferEvent } from '../../../domain/ledger/event.ts'
import { writerOf, type Reader, type Writer } from '../../language/writer.ts'
import { moneyEmail, openDeposits } from '../../email/email-templates.ts'
import { enqueueEmails } from '../../email/outbox.ts'
import type { Config } from '../../config/config.ts'
import type { EmailContent } from '../../email/template.ts'

/**
 * With more unmatched payments than this, a member gets no more emails about them: spam on the
 * chain is cheap.
 */
const MAX_EMAILS = 20

type TransferNotice = { to: Reader; writer: Writer; url: string; transfer: TransferEvent }

function creditEmail({ to, writer, url, transfer }: TransferNotice): EmailContent {
  const { coin, amountUnits, creditedMicros, feeMicros, txid } = transfer
  const { say, usd } = writer
  const amount = usd(creditedMicros ?? 0n)
  return moneyEmail(to, say('credited_subject'), [say('credited_text', { amount })], {
    rows: [
      [say('credited'), amount],
      [say('deposit_fee'), usd(feeMicros ?? 0n)],
      [say('received'), writer.coin(coin, amountUnits)],
      [say('transaction'), txid],
    ],
    action: openDeposits(writer, url),
  })
}

/** Waiting payments, each with what the member can do about it. */
function waitingEmail({ to, writer, url, transfer }: TransferNotice): EmailContent {
  const { coin, amountUnits, txid, request, to: address, held } = transfer
  const { say } = writer
  const amount = writer.coin(coin, amountUnits)
  const found = request === null ? 'waiting_no_request' : 'waiting_missed'
  const paragraphs = [say(found, { amount }), say(`waiting_${held ?? 'none'}`)]
  return moneyEmail(to, say('waiting_subject'), paragraphs, {
    rows: [
      [say('received'), amount],
      [say('address'), address],
      [say('transaction'), txid],
    ],
    action: openDeposits(writer, url),
  })
}

/** Emails each member whose transfer was credited or is waiting, except for dust. */
export async function emailTransfers(
  tx: Tx,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  transfers: readonly TransferEvent[],
): Promise<void> {
  const told = transfers.filter(
    ({ creditedMicros, state }) => creditedMicros !== null || state === 'unattributed',
  )
  if (told.length === 0) return
  const members = told.map(({ member }) => member)
  const rows = await tx
    .selectFrom('identities')
    .select((eb) => [
      'member_no as no',
      'username',
      'email',
      'language',
      eb
        .selectFrom(
          eb
            .selectFrom('transfers')
            .whereRef('transfers.member_no', '=', 'identities.member_no')
            .where('transfers.state', '=', lit('unattributed'))
            .limit(MAX_EMAILS + 1)
            .as('open'),
        )
        .select(countAll.as('count'))
        .$asScalar()
        .as('waiting'),
    ])
    .where('member_no', '=', anyOf(members, 'int'))
    .execute()
  const byMember = new Map(rows.map((person) => [person.no, person]))
  const emails = told.flatMap((transfer) => {
    const person = byMember.get(transfer.member)
    const waits = transfer.state === 'unattributed'
    if (!person || (waits && person.waiting > MAX_EMAILS)) return []
    const writer = writerOf(person.language)
    const told = { to: person, writer, url: publicUrl, transfer }
    const content = (waits ? waitingEmail : creditEmail)(told)
    return [{ to: person.email, kind: 'money' as const, content }]
  })
  await enqueueEmails(tx, emails)
}
