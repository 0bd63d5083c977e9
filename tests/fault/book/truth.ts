/** Compares the clients' answers with the database. */
import type { Pool } from 'pg'
import { expect } from 'vitest'
import type { Db } from '../../../src/db/types.ts'
import type { Book } from '../../../src/server/book/book.ts'
import { checkBook } from '../../../src/server/book/check/check.ts'
import { receiptOf, submitUntilKnown, TAKEN, type Received } from './load.ts'

export type Truth = { commands: number; accepted: number; refused: number; poisoned: number }

/**
 * Accepted commands are in the log once, as answered. Refused and failed ones left nothing: the log
 * has the founding and the accepted commands, and no others.
 */
export async function expectTruth(
  db: Db,
  pool: Pool,
  heard: readonly Received[],
  others = 1,
): Promise<Truth> {
  const { rows: log } = await pool.query<{ seq: bigint; kind: string }>(
    'select seq, kind from commands order by seq',
  )
  const { rows: notes } = await pool.query<{ seq: bigint; note: string }>(
    'select seq, note from notes where note <> $1',
    [TAKEN],
  )
  const kinds = new Map(log.map(({ seq, kind }) => [Number(seq), kind]))
  const seqs = new Map(notes.map(({ seq, note }) => [note, Number(seq)]))
  const truth: Truth = { commands: log.length, accepted: 0, refused: 0, poisoned: 0 }
  const lies: string[] = []
  for (const answer of heard) {
    const { key, command } = answer
    const isNoted = seqs.has(key)
    if ('error' in answer) {
      truth.poisoned++
      const isPoison = answer.error.code === '23505' && answer.note === TAKEN
      if (!isPoison || isNoted) lies.push(`${key} failed with ${String(answer.error)}`)
    } else if (!answer.result.accepted) {
      truth.refused++
      if (isNoted) lies.push(`${key} was refused and is there`)
    } else {
      truth.accepted++
      const { seq } = receiptOf(answer.result)
      const isThere = kinds.get(seq) === command.kind && seqs.get(key) === seq
      if (!isThere) lies.push(`${key} was accepted as ${seq} and is not there`)
    }
  }
  expect(lies).toEqual([])
  expect(notes).toHaveLength(truth.accepted)
  expect(log).toHaveLength(truth.accepted + others)
  const { differences } = await checkBook(db, pool)
  expect(differences).toEqual({ count: 0, described: [] })
  return truth
}

/** Repeats all keys: the answers are the same, and nothing is added. */
export async function expectReplays(
  book: Book,
  pool: Pool,
  heard: readonly Received[],
): Promise<void> {
  const count = async () =>
    (await pool.query<object>('select count(*), max(seq) from commands')).rows
  const before = await count()
  for (const answer of heard) {
    if ('error' in answer) continue
    const again = await submitUntilKnown(() => book, answer.command, answer.key)
    if ('error' in again) throw new Error(`${answer.key} no longer has an answer`)
    const { result } = answer
    expect(again.result.accepted).toBe(result.accepted)
    if (result.accepted) {
      expect(again.result).toMatchObject({ replayed: true })
      expect(receiptOf(again.result)).toEqual(receiptOf(result))
    } else expect(again.result).toMatchObject({ refusal: result.refusal })
  }
  expect(await count()).toEqual(before)
}
