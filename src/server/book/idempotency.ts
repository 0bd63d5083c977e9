/** Idempotency keys: stores the answer of a keyed command in the same commit as its effects. */
import { ago, given } from '../../db/expressions.ts'
import type { Db, Tx } from '../../db/types.ts'
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

  const rows = await tx
    .selectFrom('idempotency')
    .select((eb) => ['scope', 'key', 'input_hash', eb.cast<string>('answer', 'text').as('answer')])
    .where(
      (eb) => eb.refTuple('scope', 'key'),
      'in',
      (eb) =>
        eb
          .selectFrom(
            given('asked', {
              scope: { values: keys.map(({ scope }) => scope), type: 'text' },
              key: { values: keys.map(({ key }) => key), type: 'text' },
            }),
          )
          .select(['asked.scope', 'asked.key'])
          .$asTuple('scope', 'key'),
    )
    .execute()
  for (const { scope, key, input_hash: inputHash, answer } of rows) {
    const name = keyName({ scope, key, inputHash })
    found.set(name, { inputHash, answer: decode(answer) as Answer }) // we wrote it
  }
  return found
}

/** Stores answers. A key that already exists means a bug and fails the batch. */
const columns = ['scope', 'key', 'input_hash', 'answer'] as const

export async function rememberAnswers(
  tx: Tx,
  answers: readonly { key: Key; answer: Answer }[],
): Promise<void> {
  if (answers.length === 0) return
  await tx
    .insertInto('idempotency')
    .columns(columns)
    .expression((eb) =>
      eb
        .selectFrom(
          given('settled', {
            scope: { values: answers.map(({ key }) => key.scope), type: 'text' },
            key: { values: answers.map(({ key }) => key.key), type: 'text' },
            input_hash: { values: answers.map(({ key }) => key.inputHash), type: 'text' },
            answer: { values: answers.map(({ answer }) => encode(answer)), type: 'jsonb' },
          }),
        )
        .select(columns),
    )
    .execute()
}

/** Deletes keys after seven days, a bounded number at a time. Returns how many. */
export async function forgetOldKeys(db: Db): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency')
    .where(
      (eb) => eb.refTuple('scope', 'key'),
      'in',
      (eb) =>
        eb
          .selectFrom('idempotency')
          .select(['scope', 'key'])
          .where('created_at', '<', ago('days', 7))
          .limit(5_000)
          .$asTuple('scope', 'key'),
    )
    .executeTakeFirst()
  return numDeletedRows
}
