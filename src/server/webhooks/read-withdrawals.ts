import type { WithdrawalEvent } from '../../domain/ledger/event.ts'
import { formatUsd } from '../../domain/money/money.ts'
import { netMicros } from '../../domain/wallet/withdrawal.ts'
import { anyOf } from '../../db/expressions.ts'
import type { RowOf, Tx } from '../../db/types.ts'
import { decodeCommand } from '../book/rows/encode-command.ts'
import { KIND_CODES } from '../book/rows/ledger-rows.ts'
import { readLogSteps, type LoggedStep } from '../book/rows/withdrawal-log.ts'
import type { Slice } from '../command-log/slice.ts'
import { DONE, type Happening } from './webhook-event.ts'

// The steps of withdrawals in a part of the log. Their rows have only the latest state, so we
// replay their commands.

const KINDS = [
  'approve_withdrawal',
  'reject_withdrawal',
  'cancel_withdrawal',
  'confirm_withdrawal',
  'fail_withdrawal',
]

type Requests = readonly RowOf<'journals', 'kind' | 'subject'>[]

/** The events of withdrawals. */
export async function withdrawalEvents(
  tx: Tx,
  slice: Slice,
  journals: Requests,
): Promise<Happening[]> {
  const requested = journals
    .filter(({ kind }) => kind === KIND_CODES.withdrawal_requested)
    .map(({ subject }) => Number(subject))
  const numbers = [...new Set([...requested, ...(await readDecided(tx, slice))])]
  const steps = await readLogSteps(tx, numbers)
  return [...steps.values()].flatMap((own) => stepEvents(own, slice))
}

/** The withdrawals that a part of the log decides on or pays. */
async function readDecided(tx: Tx, { from, to }: Slice): Promise<number[]> {
  const rows = await tx
    .selectFrom('commands')
    .select((eb) => ['kind', eb.cast<string>('input', 'text').as('input')])
    .where('seq', '>', from)
    .where('seq', '<=', to)
    .where('kind', '=', anyOf(KINDS, 'text'))
    .execute()
  return rows.flatMap(({ kind, input }) => {
    const command = decodeCommand(kind, input)
    return 'withdrawal' in command ? [command.withdrawal] : []
  })
}

function stepEvents(steps: readonly LoggedStep[], { from, to }: Slice): Happening[] {
  return steps.flatMap(({ seq, at, event }, i): Happening[] => {
    if (BigInt(seq) <= from || BigInt(seq) > to) return []
    const said = publicEvent(steps[i - 1]?.event ?? null, event)
    if (!said) return []
    const order = [DONE, seq, 0, 0] as const
    return [{ ...said, member: event.member, at, order }]
  })
}

type PublicEvent = { [H in Happening as H['type']]: Pick<H, 'type' | 'data'> }[Happening['type']]

/**
 * The public event of a withdrawal's step; null for steps that stay internal, such as the first of
 * two approvals.
 */
function publicEvent(before: WithdrawalEvent | null, now: WithdrawalEvent): PublicEvent | null {
  const data = show(now)
  if (before === null) return { type: 'withdrawal.requested', data }
  if (before.state === now.state) return null
  switch (now.state) {
    case 'approved':
      return { type: 'withdrawal.approved', data }
    case 'confirmed':
      return { type: 'withdrawal.paid', data: { ...data, transaction_hash: now.txid ?? '' } }
    case 'rejected':
      return { type: 'withdrawal.rejected', data: { ...data, reason: now.reason } }
    case 'cancelled':
      return { type: 'withdrawal.cancelled', data }
    case 'pending':
      if (before.state !== 'sent') return null
      return { type: 'withdrawal.failed', data: { ...data, reason: now.failure } }
    case 'sent':
      return null
  }
}

const show = (withdrawal: WithdrawalEvent) => {
  const net = netMicros(withdrawal)
  return {
    id: String(withdrawal.no),
    amount: formatUsd(withdrawal.amountMicros),
    fee_amount: formatUsd(withdrawal.amountMicros - net),
    net_amount: formatUsd(net),
    // An operator may pay in the other coin.
    coin: withdrawal.coin ?? withdrawal.payIn,
  }
}
