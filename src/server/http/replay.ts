import type { Db } from '../../db/types.ts'
import type { Refusal } from '../../domain/ledger/refusal.ts'
import { decode, encode } from '../book/rows/encode-command.ts'
import { KeyReused, OutcomeUnknown, type Key } from '../book/submission.ts'
import { rejectByRule } from '../../contract/reject.ts'

/**
 * The answer that a key got before; undefined when it is new. Calls that check something before
 * they ask the book look here first: what they check may have changed since, and the answer to a
 * repeated request may not. A remembered refusal is thrown. Throws KeyReused for another input.
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
  const answer = decode(encode(row.answer)) as { refusal: Refusal } | { body: unknown }
  if ('refusal' in answer) throw toRefusal(answer.refusal)
  return answer
}

/**
 * Does what a key asks for, or gives the answer that it got before. When the work is refused the
 * key is looked up once more: its twin may have been done since the first look, and then what was
 * checked has changed by this very request.
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
