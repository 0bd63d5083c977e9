import type { Refusal } from '../../domain/ledger/refusal.ts'
import { rejectByRule } from '../../contract/refusals/reject.ts'
import { ungated } from '../authority/gated-db.ts'
import { keyName, lookUpKeys } from '../book/idempotency.ts'
import { seal } from '../book/submitted.ts'
import { KeyReused, OutcomeUnknown, type Key } from '../book/submission.ts'
import { renderFirst, type Answer, type Rendering } from './render.ts'

/**
 * The earlier answer for a key; undefined for a new key. Calls that check something before they use
 * the ledger writer look here first: the checks may now come out differently, but a repeated
 * request must get the same answer. Throws a stored refusal, or KeyReused for a different input.
 */
async function replayOf<I, R, B>(
  context: Rendering,
  answer: Answer<I, R, B>,
  key: Key | undefined,
  toRejection: (refusal: Refusal) => Error = rejectByRule,
): Promise<B | undefined> {
  if (!key) return undefined
  const since = performance.now()
  const remembered = (await lookUpKeys(context.db, [key])).get(keyName(key))
  if (!remembered) return undefined
  // A COMMIT that was cut off is visible before the standby has it, so the next failover may lose
  // what we found.
  await ungated(context.db).transaction().execute(seal)
  if (remembered.inputHash !== key.inputHash) throw new KeyReused()
  if ('refusal' in remembered.answer) throw toRejection(remembered.answer.refusal)
  return await renderFirst(context, answer, key, remembered.answer, since)
}

/**
 * Does the work for a key, or returns its earlier answer. If the work is refused, we look the key
 * up again: a duplicate request may have finished since the first look, and caused the refusal.
 */
export async function replayOr<I, R, B>(
  context: Rendering,
  answer: Answer<I, R, B>,
  key: Key | undefined,
  work: () => Promise<B>,
  toRejection?: (refusal: Refusal) => Error,
): Promise<B> {
  const before = await replayOf(context, answer, key, toRejection)
  if (before !== undefined) return before
  try {
    return await work()
  } catch (error) {
    if (error instanceof OutcomeUnknown) throw error
    const meanwhile = await replayOf(context, answer, key, toRejection)
    if (meanwhile !== undefined) return meanwhile
    throw error
  }
}
