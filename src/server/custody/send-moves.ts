import { now, lit } from '../../db/expressions.ts'
import type { RowOf } from '../../db/types.ts'
import { z } from 'zod'
import { endedTransactionStates } from '../../contract/fields/states.ts'
import { units } from '../../domain/money/money.ts'
import { DEAD_MARGIN_MS } from '../../tron/query/transaction-state.ts'
import { callHook, int8, type BatchHook } from '../book/batch-hook.ts'
import { DoneElsewhere, submitOrThrow } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { lookUp, readReach, type Reach } from '../chain/chain-record.ts'
import { isDueToSend, sendStored } from '../chain/send-stored.ts'

type Sending = Pick<Context, 'db' | 'book' | 'tron' | 'log' | 'stopping'>
type Stored = RowOf<'custody_moves', 'no' | 'txid' | 'signed_hex' | 'expires_at'>

const MoveEnd = z.object({
  no: int8,
  state: z.enum(endedTransactionStates),
  feeSun: int8,
})
type End = z.output<typeof MoveEnd>

type Packed = Stored & RowOf<'chain_transactions', 'fee_sun' | 'result'>

const PER_ROUND = 50
const SETTLED_PER_ROUND = 500

/** Brings stored moves to their end by the rules of payouts: the same bytes, our own record. */
export async function sendMoves(
  context: Sending,
  { deadMarginMs = DEAD_MARGIN_MS }: { deadMarginMs?: number } = {},
): Promise<void> {
  const { db, tron, stopping } = context
  const reach = await readReach(db, tron)
  if (reach) {
    await lookUpEarlier(context, reach)
    for (const { result, fee_sun: feeSun, ...move } of await readPacked(db, reach)) {
      if (stopping.aborted) return
      const state = result === 'SUCCESS' ? 'confirmed' : 'failed'
      if (state === 'failed') tron.forgetPrices()
      await end(context, move, { no: move.no, state, feeSun })
    }
    const before = new Date(reach.at.getTime() - deadMarginMs)
    for (const move of await readExpired(db, reach, before)) {
      if (stopping.aborted) return
      await end(context, move, { no: move.no, state: 'expired', feeSun: 0n })
    }
  }
  for (const move of await readUnsent(db)) {
    if (stopping.aborted) return
    await send(context, move)
  }
}

const selectStored = (db: Sending['db']) =>
  db
    .selectFrom('custody_moves')
    .select([
      'custody_moves.no',
      'custody_moves.txid',
      'custody_moves.signed_hex',
      'custody_moves.expires_at',
    ])
    .where('custody_moves.state', '=', lit('stored'))

async function readPacked(db: Sending['db'], { network }: Reach): Promise<Packed[]> {
  const rows = await selectStored(db)
    .innerJoin('chain_transactions', 'chain_transactions.txid', 'custody_moves.txid')
    .where('chain_transactions.network', '=', network)
    .select(['chain_transactions.fee_sun', 'chain_transactions.result'])
    .orderBy('custody_moves.no')
    .limit(SETTLED_PER_ROUND)
    .execute()
  return rows
}

async function readExpired(db: Sending['db'], { network }: Reach, before: Date): Promise<Stored[]> {
  const rows = await selectStored(db)
    .where('custody_moves.by_record', '=', lit(true))
    .where('custody_moves.expires_at', '<', before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('chain_transactions')
            .whereRef('chain_transactions.txid', '=', 'custody_moves.txid')
            .where('chain_transactions.network', '=', network),
        ),
      ),
    )
    .orderBy('custody_moves.no')
    .limit(SETTLED_PER_ROUND)
    .execute()
  return rows
}

async function readUnsent(db: Sending['db']): Promise<Stored[]> {
  const rows = await selectStored(db)
    .where('custody_moves.expires_at', '>', now)
    .where(isDueToSend('custody_moves'))
    .orderBy('custody_moves.broadcast_at', (order) => order.asc().nullsFirst())
    .orderBy('custody_moves.no')
    .limit(PER_ROUND)
    .execute()
  return rows
}

/** Looks up moves that were already under way before we kept a record. */
async function lookUpEarlier(context: Sending, reach: Reach): Promise<void> {
  const rows = await selectStored(context.db)
    .where('custody_moves.by_record', '=', lit(false))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('chain_transactions')
            .whereRef('chain_transactions.txid', '=', 'custody_moves.txid'),
        ),
      ),
    )
    .orderBy('custody_moves.no')
    .limit(10)
    .execute()
  for (const move of rows) {
    const found = await lookUp(context, reach, { txid: move.txid, expiresAt: move.expires_at })
    if (found !== 'expired') continue
    await end(context, move, { no: move.no, state: 'expired', feeSun: 0n })
  }
}

async function send(context: Sending, move: Stored): Promise<void> {
  const { txid, signed_hex: signedHex } = move
  const said = await sendStored(context, 'move', { txid, signedHex })
  await context.db
    .updateTable('custody_moves')
    .set((eb) => ({
      broadcast_at: now,
      broadcasts: eb('broadcasts', '+', 1),
      last_answer: said,
    }))
    .where('no', '=', move.no)
    .execute()
}

/**
 * Ends moves in the commit that books their fees. If one has ended elsewhere, only that one fails.
 */
export const endMoves: BatchHook<End> = {
  name: 'end-move',
  input: MoveEnd,
  fits: ({ command }, { feeSun }) =>
    command.kind === 'book_network_fee' && command.feeSun === feeSun,
  async write(tx, items) {
    await Promise.all(items.map(({ input }) => endMove(tx, input)))
  },
}

async function endMove(db: Sending['db'], { no, state, feeSun }: End): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('custody_moves')
    .set({ state, fee_sun: feeSun, settled_at: now })
    .where('no', '=', no)
    .where('state', '=', 'stored')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new DoneElsewhere(`move ${no} was ended elsewhere`)
}

async function end({ db, book, log }: Sending, move: Stored, input: End): Promise<void> {
  if (input.state !== 'confirmed') log.warn({ txid: move.txid, ...input }, 'a move of coins failed')
  if (input.feeSun === 0n) return endMove(db, input)
  await submitOrThrow(book, {
    command: { kind: 'book_network_fee', feeSun: units(input.feeSun), txid: move.txid },
    by: { system: 'custody' },
    hook: callHook(endMoves, input),
  })
}
