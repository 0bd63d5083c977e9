import { now } from '../../db/expressions.ts'
import { z } from 'zod'
import { endedTransactionStates } from '../../contract/fields/states.ts'
import type { Tx } from '../../db/types.ts'
import type { CommandOf } from '../../domain/ledger/command.ts'
import { eventOf } from '../../domain/ledger/event.ts'
import { units } from '../../domain/money/money.ts'
import { callHook, int8, type BatchHook } from '../book/batch-hook.ts'
import { DoneElsewhere } from '../book/submission.ts'
import { emailWithdrawals } from '../withdrawal/email-withdrawals.ts'
import type { Paying } from './payable-withdrawals.ts'
import { recordUnexplained } from '../chain/record-unexplained.ts'

/** A payout that ended on chain, but not yet in the ledger. */
export type InFlight = {
  no: bigint
  withdrawal_no: number
  attempt: number
  txid: string
  from_address: string
}

export type Ending = {
  state: 'confirmed' | 'failed' | 'expired'
  /** The fee that the network burned from one of our wallets. */
  fee: bigint
  /** Why it failed; empty if it didn't. */
  reason: string
}

const PayoutEnd = z.object({
  no: int8,
  txid: z.string(),
  state: z.enum(endedTransactionStates),
  feeSun: int8,
})

/** Ends payouts in the commit that changes their withdrawals, and emails the members. */
export const endPayouts: BatchHook<z.output<typeof PayoutEnd>> = {
  name: 'end-payout',
  input: PayoutEnd,
  fits: ({ command }, { txid, state, feeSun }) =>
    command.kind === (state === 'confirmed' ? 'confirm_withdrawal' : 'fail_withdrawal') &&
    command.txid === txid &&
    command.feeSun === feeSun,
  async write(tx, items, config) {
    const events = items.map(({ outcome }) => eventOf(outcome.effects, 'withdrawal'))
    await Promise.all([
      ...items.map(({ input }) => recordEnd(tx, input)),
      emailWithdrawals(tx, config, events),
    ])
  },
}

async function recordEnd(
  tx: Tx,
  { no, txid, state, feeSun }: z.output<typeof PayoutEnd>,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('payouts')
    .set({ state, fee_sun: feeSun, settled_at: now })
    .where('no', '=', no)
    .where('txid', '=', txid)
    .where('state', '=', 'stored')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new DoneElsewhere(`payout ${no} was ended elsewhere`)
}

/** Records how a payout ended. Does nothing if another worker was first. */
export async function endPayout(context: Paying, payout: InFlight, ending: Ending): Promise<void> {
  const { book, log } = context
  const { no, txid, attempt, withdrawal_no: withdrawal } = payout
  const { state, fee, reason } = ending
  const feeSun = units(fee)
  const which = { withdrawal, attempt, txid, feeSun }
  const command: CommandOf<'confirm_withdrawal' | 'fail_withdrawal'> =
    state === 'confirmed'
      ? { kind: 'confirm_withdrawal', ...which }
      : { kind: 'fail_withdrawal', ...which, reason }
  try {
    const hook = callHook(endPayouts, { no, txid, state, feeSun })
    const result = await book.submit({ command, by: { system: 'payout' }, hook })
    if (result.accepted) {
      if (state !== 'confirmed') log.error({ withdrawal, state, reason }, 'a payout failed')
      return
    }
  } catch (error) {
    if (!(error instanceof DoneElsewhere)) throw error
  }
  await compareEnding(context, payout, ending)
}

/**
 * Handles a payout that has already ended in the ledger. That's fine if another worker recorded the
 * same result. But if we gave up on a transaction and it then appears on chain, it paid without the
 * ledger's knowledge. Payouts then pause until an operator has explained it.
 */
async function compareEnding(
  { db, log }: Paying,
  { no, txid, withdrawal_no: withdrawal, from_address: address }: InFlight,
  { state }: Ending,
): Promise<void> {
  const row = await db
    .selectFrom('payouts')
    .select('state')
    .where('no', '=', no)
    .executeTakeFirstOrThrow()
  if (row.state === state) {
    log.info({ withdrawal, txid, state }, 'another worker was first')
    return
  }
  const about = { withdrawal, txid, found: state, recorded: row.state }
  if (state === 'expired') {
    log.info(about, 'a payout ended otherwise')
    return
  }
  log.error(about, 'a payout that was given up is on chain')
  const detail = `payout of withdrawal ${withdrawal}, recorded as ${row.state}: ${state} on chain`
  await recordUnexplained(db, { txid, address, detail })
}
