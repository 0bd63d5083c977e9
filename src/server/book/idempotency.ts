/** Idempotency keys: stores the answer of a keyed command in the same commit as its effects. */
import { sql } from 'kysely'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import type { Refusal } from '../../domain/ledger/refusal.ts'
import { decode, encode } from './rows/encode-command.ts'
import type { Key } from './submission.ts'

export type Remembered = { readonly inputHash: string; readonly answer: Answer }
export type Answer = { readonly refusal: Refusal } | { readonly body: unknown }

/** One string per key. It is unambiguous because scopes contain no line feed. */
export const keyName = ({ scope, key }: Key): string => `${scope}\n${key}`

/** The answers of those keys that were used before, by `keyName`. */
export async function lookUpKeys(tx: Tx, keys: readonly Key[]): Promise<Map<string, Remembered>> {
  const found = new Map<string, Remembered>()
  if (keys.length === 0) return found
  const scopes = keys.map(({ scope }) => scope)
  const names = keys.map(({ key }) => key)
  const { rows } = await sql<
    RowOf<'idempotency', 'scope' | 'key' | 'input_hash'> & {
      answer: string
    }
  >`
    select scope, key, input_hash, answer::text as answer from idempotency
    where (scope, key) in (select * from unnest(${scopes}::text[], ${names}::text[]))`.execute(tx)
  for (const { scope, key, input_hash: inputHash, answer } of rows) {
    const name = keyName({ scope, key, inputHash })
    found.set(name, { inputHash, answer: decode(answer) as Answer }) // we wrote it
  }
  return found
}

/** Stores answers. A key that already exists means a bug and fails the batch. */
export async function rememberAnswers(
  tx: Tx,
  answers: readonly { key: Key; answer: Answer }[],
): Promise<void> {
  if (answers.length === 0) return
  await sql`
    insert into idempotency (scope, key, input_hash, answer)
    select * from unnest(
      ${answers.map(({ key }) => key.scope)}::text[],
      ${answers.map(({ key }) => key.key)}::text[],
      ${answers.map(({ key }) => key.inputHash)}::text[],
      ${answers.map(({ answer }) => encode(answer))}::jsonb[])`.execute(tx)
}

/** Deletes keys after seven days, a bounded number at a time. Returns how many. */
export async function forgetOldKeys(db: Db): Promise<bigint> {
  const { numAffectedRows } = await sql`
    delete from idempotency where (scope, key) in (
      select scope, key from idempotency where created_at < now() - interval '7 days' limit 5000)
  `.execute(db)
  return numAffectedRows ?? 0n
}
