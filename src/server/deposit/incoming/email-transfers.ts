import { countAll, anyOf, lit } from '../../../db/expressions.ts'
import type { Tx } from '../../../db/types.ts'
import type { HeldReason } from '../../../domain/ledger/command.ts'
import type { TransferEvent } from '../../../domain/ledger/event.ts'
import { formatCrypto, formatUsd } from '../../../domain/money/money.ts'
import { moneyEmail, openDeposits } from '../../email/email-templates.ts'
import { enqueueEmails } from '../../email/outbox.ts'
import type { Config } from '../../config/config.ts'
import type { EmailContent } from '../../email/template.ts'

/**
 * With more unmatched payments than this, a member gets no more emails about them: spam on the
 * chain is cheap.
 */
const MAX_TOLD = 20

function creditEmail(url: string, username: string, transfer: TransferEvent): EmailContent {
  const { coin, amountUnits, creditedMicros, feeMicros, txid } = transfer
  return moneyEmail(
    username,
    'Your deposit has been credited',
    [`$${formatUsd(creditedMicros ?? 0n)} is now in your wallet.`],
    {
      rows: [
        ['Credited', `$${formatUsd(creditedMicros ?? 0n)}`],
        ['Deposit fee', `$${formatUsd(feeMicros ?? 0n)}`],
        ['Received', `${formatCrypto(coin, amountUnits)} ${coin}`],
        ['Transaction', txid],
      ],
      action: openDeposits(url),
    },
  )
}

const MISSED_REQUEST =
  'Its amount isn’t the one you requested, so we didn’t credit it automatically.'
const MET_NO_REQUEST = 'It matched no open deposit request, so we didn’t credit it automatically.'

/** What the member can do about a waiting payment. */
const whatNext: Record<HeldReason | 'none', string> = {
  none:
    'Nothing is lost. Accept it in your account, or wait: we credit it automatically after 24 ' +
    'hours. Either way, we use the rate of the time when it arrived.',
  contract:
    'A smart contract sent this TRX, so it isn’t credited automatically. Please accept it in ' +
    'your account.',
  usdt_price:
    'USDT wasn’t worth one dollar when it arrived, so it isn’t credited automatically. You can ' +
    'accept it in your account once USDT is worth one dollar again.',
  late_rate:
    'We had no TRX rate when it arrived. Our team will check it and credit it; you don’t have to ' +
    'do anything.',
}

function waitingEmail(url: string, username: string, transfer: TransferEvent): EmailContent {
  const { coin, amountUnits, txid, request, to, held } = transfer
  const amount = `${formatCrypto(coin, amountUnits)} ${coin}`
  const missed = request === null ? MET_NO_REQUEST : MISSED_REQUEST
  return moneyEmail(
    username,
    'A payment is waiting for you to accept it',
    [`We received ${amount} at your address. ${missed}`, whatNext[held ?? 'none']],
    {
      rows: [
        ['Received', amount],
        ['Address', to],
        ['Transaction', txid],
      ],
      action: openDeposits(url),
    },
  )
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
      eb
        .selectFrom(
          eb
            .selectFrom('transfers')
            .whereRef('transfers.member_no', '=', 'identities.member_no')
            .where('transfers.state', '=', lit('unattributed'))
            .limit(MAX_TOLD + 1)
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
    if (!person || (waits && person.waiting > MAX_TOLD)) return []
    const content = (waits ? waitingEmail : creditEmail)(publicUrl, person.username, transfer)
    return [{ to: person.email, kind: 'money' as const, content }]
  })
  await enqueueEmails(tx, emails)
}
