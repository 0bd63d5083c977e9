import { sql } from 'kysely'
import { units } from '../../domain/money.ts'
import { isDeadForSure, type TransactionState } from '../../tron/transaction-state.ts'
import type { Rider } from '../book/book.ts'
import { DoneElsewhere } from '../book/submission.ts'
import type { Context } from '../context.ts'

type Sending = Pick<Context, 'db' | 'book' | 'tron' | 'log' | 'stopping'>
type Stored = { no: bigint; txid: string; signed_hex: string; expires_at: Date }
type End = { no: bigint; state: 'confirmed' | 'failed' | 'expired'; feeSun: bigint }

const PER_ROUND = 50
const AGAIN_AFTER_MS = 15_000

/** Brings stored moves to their end, by the same rules as payouts: same bytes, solid receipt. */
export async function sendMoves(context: Sending): Promise<void> {
  const { db, tron, stopping } = context
  const moves = await db
    .selectFrom('custody_moves')
    .select(['no', 'txid', 'signed_hex', 'expires_at', 'broadcast_at'])
    .where('state', '=', 'stored')
    .orderBy('broadcast_at', (order) => order.nullsFirst())
    .limit(PER_ROUND)
    .execute()
  for (const move of moves) {
    if (stopping.aborted) return
    const { broadcast_at: sentAt } = move
    if (sentAt === null || Date.now() - sentAt.getTime() >= AGAIN_AFTER_MS) {
      await send(context, move)
    }
    const found = await tron.transaction(move.txid)
    if (found.ok) await follow(context, move, found.value)
  }
}

async function send({ db, tron }: Sending, move: Stored): Promise<void> {
  if (move.expires_at.getTime() < Date.now()) return
  const answer = await tron.broadcast(move.signed_hex)
  const said = answer.outcome === 'rejected' ? `rejected: ${answer.code}` : answer.outcome
  await db
    .updateTable('custody_moves')
    .set({ broadcast_at: new Date(), broadcasts: sql`broadcasts + 1`, last_answer: said })
    .where('no', '=', move.no)
    .execute()
}

async function follow(context: Sending, move: Stored, found: TransactionState): Promise<void> {
  if (found.state === 'solid') {
    const state = found.contractRet === 'SUCCESS' ? 'confirmed' : 'failed'
    await end(context, move, { no: move.no, state, feeSun: found.feeSun })
  } else if (isDeadForSure(found, move.expires_at.getTime())) {
    await end(context, move, { no: move.no, state: 'expired', feeSun: 0n })
  }
}

/** Ends moves in the commit that books their fees; one that was ended elsewhere fails alone. */
const endMoves: Rider<End> = {
  name: 'end-move',
  async run(tx, items) {
    for (const { input } of items) await endMove(tx, input)
    return items.map(() => null)
  },
}

async function endMove(db: Sending['db'], { no, state, feeSun }: End): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('custody_moves')
    .set({ state, fee_sun: feeSun, settled_at: new Date() })
    .where('no', '=', no)
    .where('state', '=', 'stored')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new DoneElsewhere(`move ${no} was ended elsewhere`)
}

async function end({ db, book, log }: Sending, move: Stored, input: End): Promise<void> {
  if (input.state !== 'confirmed') log.warn({ txid: move.txid, ...input }, 'a move of coins failed')
  if (input.feeSun === 0n) return endMove(db, input)
  await book.submit({
    command: { kind: 'book_network_fee', feeSun: units(input.feeSun), txid: move.txid },
    by: { system: 'custody' },
    rider: endMoves,
    input,
  })
}
