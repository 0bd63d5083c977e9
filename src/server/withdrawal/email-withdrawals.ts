import { nowMs } from '../../clock/clock.ts'
import type { Tx } from '../../db/types.ts'
import type { WithdrawalEvent } from '../../domain/ledger/event.ts'
import { netMicros } from '../../domain/wallet/withdrawal.ts'
import type { Config } from '../config/config.ts'
import type { Writer } from '../language/writer.ts'
import { emailMembers, type EmailText } from './email-members.ts'

type Rows = [name: string, value: string][]

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

/** Whether the member alone did this, as often as they like. */
const isOwnAct = ({ state, attempt, approvedBy }: WithdrawalEvent): boolean =>
  state === 'cancelled' || (state === 'pending' && attempt === 1 && approvedBy.length === 0)

/**
 * Emails each member about their withdrawal, in the commit that changes it. Always emails what
 * others did, such as approvals and payouts.
 */
export async function emailWithdrawals(
  tx: Tx,
  config: Pick<Config, 'publicUrl'>,
  events: readonly WithdrawalEvent[],
): Promise<void> {
  await emailMembers(tx, config, events, (writer, event, isFrequent) => {
    const text = isFrequent && isOwnAct(event) ? null : describe(writer, event)
    return text && { ...text, rows: figuresOf(writer, event) }
  })
}
