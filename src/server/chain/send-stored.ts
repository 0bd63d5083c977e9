import { expressionBuilder, sql } from 'kysely'
import { ago, isBefore, lit, type Condition } from '../../db/expressions.ts'
import type { Database } from '../../db/types.ts'
import type { Context } from '../context.ts'

// How we send the signed bytes of payouts and custody moves, again and again until they are final.

/** Once a node accepts bytes, they are packed and final within 90 seconds or not at all. */
const AFTER_TAKEN_SECONDS = 90
const AFTER_OTHERS_SECONDS = 15
const MAX_WAIT_SECONDS = 3_600

const stored = expressionBuilder<Database, 'payouts' | 'custody_moves'>()

/**
 * Whether a stored row is due to be sent, for the first time or again. After each refusal, the wait
 * doubles, up to an hour or a tenth of the time for which the bytes are valid.
 */
export function isDueToSend(table: 'payouts' | 'custody_moves'): Condition {
  const sentAt = stored.ref(`${table}.broadcast_at`)
  const answer = stored.ref(`${table}.last_answer`)
  const [sent, from] = [stored.ref(`${table}.broadcasts`), stored.ref(`${table}.created_at`)]
  const validFor = sql`extract(epoch from ${stored.ref(`${table}.expires_at`)} - ${from})`
  const doubled = sql`${lit(AFTER_OTHERS_SECONDS)} * 2 ^ least(${sent} - 1, 10)`
  const afterRefusal = sql<number>`least(${doubled}, ${lit(MAX_WAIT_SECONDS)}, ${validFor} / 10)`
  const before = stored
    .case()
    .when(answer, 'in', [lit('accepted'), lit('duplicate')])
    .then(ago('secs', AFTER_TAKEN_SECONDS))
    .when(answer, 'like', lit('rejected%'))
    .then(ago('secs', afterRefusal))
    .else(ago('secs', AFTER_OTHERS_SECONDS))
    .end()
  return stored.or([stored(sentAt, 'is', null), isBefore(sentAt, before)])
}

/**
 * Sends stored bytes, and logs a refusal. Returns the answer as the tables store it. Whatever it
 * is, only the chain shows whether they ran.
 */
export async function sendStored(
  { tron, log }: Pick<Context, 'tron' | 'log'>,
  what: 'payout' | 'move',
  { txid, signedHex }: { txid: string; signedHex: string },
): Promise<string> {
  const answer = await tron.broadcast(signedHex)
  if (answer.outcome !== 'rejected') return answer.outcome
  const said = `rejected: ${answer.code} ${answer.message}`.trim()
  log.warn({ txid, said }, `a node refuses a ${what}`)
  return said
}
