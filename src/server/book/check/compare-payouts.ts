/** Compares payouts with the commands that sent and ended them. */
import { anyOf } from '../../../db/expressions.ts'
import type { RowOf, Tx } from '../../../db/types.ts'
import { eventsOf, type Effects, type WithdrawalEvent } from '../../../domain/ledger/event.ts'
import { differ, type Differences } from './compare-states.ts'
import { ASSET_CODES } from '../rows/ledger-rows.ts'
import type { Outcome } from '../state/catch-up.ts'

/** A payout as its commands describe it. */
export type LoggedPayout = {
  withdrawal: number
  attempt: number
  asset: number
  units: bigint
  to: string
  txid: string
  /** A payout that wasn't paid is stored as failed or as expired. */
  state: 'stored' | 'confirmed' | 'not paid'
  fee: bigint | null
}

/** The network fee that a command booked when it ended a payout. */
const feeOf = (effects: Effects): bigint => {
  const booked = eventsOf(effects, 'journal').find(({ kind }) => kind === 'network_fee')
  return booked?.postings.find(({ amount }) => amount > 0n)?.amount ?? 0n
}

/** Collects each withdrawal's payouts from its commands until the caller takes them. */
export function followPayouts() {
  const payouts = new Map<number, LoggedPayout[]>()
  const follow = (event: WithdrawalEvent, effects: Effects): void => {
    const { no, state, attempt, address, coin, sentUnits, txid } = event
    const told = payouts.get(no) ?? []
    const last = told.at(-1)
    if (state === 'sent' && coin !== null && sentUnits !== null && txid !== null) {
      const what = { asset: ASSET_CODES[coin], units: sentUnits, to: address, txid }
      told.push({ withdrawal: no, attempt, ...what, state: 'stored', fee: null })
      payouts.set(no, told)
    } else if (last?.state === 'stored') {
      last.state = state === 'confirmed' ? 'confirmed' : 'not paid'
      last.fee = feeOf(effects)
    }
  }
  return {
    follow(page: readonly Outcome[]): void {
      for (const { effects } of page) {
        for (const event of eventsOf(effects, 'withdrawal')) follow(event, effects)
      }
    },
    take(withdrawals: readonly number[]): LoggedPayout[] {
      const taken = withdrawals.flatMap((no) => payouts.get(no) ?? [])
      for (const no of withdrawals) payouts.delete(no)
      return taken
    },
  }
}

type PayoutRow = RowOf<
  'payouts',
  'withdrawal_no' | 'attempt' | 'asset' | 'units' | 'to_address' | 'txid' | 'fee_sun'
> & {
  state: string
}

/** Records differences between the payout rows of some withdrawals and what was sent for them. */
export async function comparePayouts(
  tx: Tx,
  found: Differences,
  told: readonly LoggedPayout[],
  withdrawals: readonly number[],
): Promise<void> {
  if (withdrawals.length === 0) return
  const rows = await tx
    .selectFrom('payouts')
    .select([
      'withdrawal_no',
      'attempt',
      'asset',
      'units',
      'to_address',
      'txid',
      'state',
      'fee_sun',
    ])
    .where('withdrawal_no', '=', anyOf(withdrawals, 'int'))
    .orderBy('no')
    .execute()
  const expected = new Map(told.map((each) => [`${each.withdrawal} ${each.attempt}`, each]))
  for (const row of rows) {
    const name = `${row.withdrawal_no} ${row.attempt}`
    const should = expected.get(name)
    expected.delete(name)
    if (should) compareOne(found, name, row, should)
    else differ(found, `payouts ${name}: no command sent this payout`)
  }
  for (const name of expected.keys()) differ(found, `payouts ${name}: the row is missing`)
}

function compareOne(found: Differences, name: string, row: PayoutRow, should: LoggedPayout): void {
  const pairs = [
    ['asset', row.asset, should.asset],
    ['units', row.units, should.units],
    ['to_address', row.to_address, should.to],
    ['txid', row.txid, should.txid],
    ['state', plainState(row.state), should.state],
    ['fee_sun', row.fee_sun, should.fee],
  ] as const
  for (const [column, is, says] of pairs) {
    if (is === says) continue
    differ(found, `payouts ${name}: ${column} is ${is}, the commands say ${says}`)
  }
}

const plainState = (state: string): string =>
  state === 'failed' || state === 'expired' ? 'not paid' : state
