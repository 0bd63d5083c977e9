import type { Db } from '../../db/types.ts'
import type { Refusal } from '../../domain/ledger/refusal.ts'
import { decode, encode } from '../book/rows/encode-command.ts'
import { KeyReused, OutcomeUnknown, type Key } from '../book/submission.ts'
import { rejectByRule } from '../../contract/refusals/reject.ts'

/**
 * The earlier answer for a key; undefined for a new key. Calls that check something before they use
 * the ledger writer look here first: the checks may now come out differently, but a repeated
 * request must get the same answer. Throws a stored refusal, or KeyReused for a different input.
 */
export async function replayOf(
  db: Db,
  key: Key | undefined,
  toRefusal: (refusal: Refusal) => Error = rejectByRule,
): Promise<{ body: unknown } | undefined> {
  if (!key) return undefined
  const row = await db
    .selectFrom('idempotency')
    .select(['input_hash', 'answer'])
    .where('scope', '=', key.scope)
    .where('key', '=', key.key)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.input_hash !== key.inputHash) throw new KeyReused()
  // Only `keepAnswer` and the book write this column.
  const answer = decode(encode(row.answer)) as { refusal: Refusal } | { body: unknown }
  if ('refusal' in answer) throw toRefusal(answer.refusal)
  return answer
}

/**
 * Does the work for a key, or returns its earlier answer. If the work is refused, we look the key
 * up again: a duplicate request may have finished since the first look, and caused the refusal.
 */
export async function replayOr(
  db: Db,
  key: Key | undefined,
  work: () => Promise<{ body: unknown }>,
): Promise<{ body: unknown }> {
  const before = await replayOf(db, key)
  if (before) return before
  try {
    return await work()
  } catch (error) {
    if (error instanceof OutcomeUnknown) throw error
    const meanwhile = await replayOf(db, key)
    if (meanwhile) return meanwhile
    throw error
  }
}
