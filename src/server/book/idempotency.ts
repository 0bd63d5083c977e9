/** Idempotency keys: what a keyed command did is stored in the same commit as its effects. */
import { given, lit, unawaited } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import type { Refusal } from '../../domain/ledger/refusal.ts'
import { encode, reviveRefusal } from './rows/encode-command.ts'
import type { ShapeOf } from './rows/write-rows.ts'
import {
  KeyReused,
  type FirstAnswer,
  type Key,
  type Result,
  type Submission,
} from './submission.ts'

export type Remembered = { readonly inputHash: string; readonly answer: Answer }
type Answer = { readonly refusal: Refusal } | FirstAnswer

/** One string per key. It is unambiguous because scopes contain no line feed. */
export const keyName = ({ scope, key }: Key): string => `${scope}\n${key}`

/** Only refusals hold bigint fields. Receipts and bodies are JSON as they are. */
function readAnswer(text: string): Answer {
  const answer = JSON.parse(text) as Answer // only this file writes the column
  return 'refusal' in answer ? { refusal: reviveRefusal(answer.refusal) } : answer
}

/** A row as `look_up` returns it: scope, key, hash of the input, and the answer as text. */
export type Stored = readonly [string, string, string, string]

/** The answers by `keyName`. */
export const readStored = (rows: readonly Stored[]): Map<string, Remembered> =>
  new Map(
    rows.map(([scope, key, inputHash, answer]) => {
      return [keyName({ scope, key, inputHash }), { inputHash, answer: readAnswer(answer) }]
    }),
  )

/** The answers stored for those keys, by `keyName`. */
export async function lookUpKeys(db: Db, keys: readonly Key[]): Promise<Map<string, Remembered>> {
  if (keys.length === 0) return new Map()
  const rows = await db
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
  return readStored(rows.map((row) => [row.scope, row.key, row.input_hash, row.answer]))
}

/** The answer of a repeated key. */
export function replay({ key }: Submission, remembered: Remembered): Result | Error {
  if (key?.inputHash !== remembered.inputHash) return new KeyReused()
  const { answer } = remembered
  if ('refusal' in answer) return { accepted: false, refusal: answer.refusal }
  return { accepted: true, replayed: true, first: answer }
}

type Settled = { readonly key: Key; readonly answer: Answer }
/** A key that already exists means a bug and fails the batch. */
export const ANSWERS: ShapeOf<'idempotency', Settled> = {
  table: 'idempotency',
  columns: [
    ['scope', 'text', ({ key }) => key.scope],
    ['key', 'text', ({ key }) => key.key],
    ['input_hash', 'text', ({ key }) => key.inputHash],
    ['answer', 'jsonb', ({ answer }) => encode(answer)],
  ],
}

export type Rendered = { readonly key: Key; readonly body: unknown }

/**
 * Replaces receipts with the bodies rendered from them. The first writer wins: returns the bodies
 * that others stored earlier, by `keyName`. The COMMIT doesn't wait for the disk or the standby. If
 * it is lost, the receipt is still there, and the next repeat renders it again.
 */
export async function rememberBodies(
  db: Db,
  rendered: readonly Rendered[],
): Promise<Map<string, unknown>> {
  if (rendered.length === 0) return new Map()
  // Always in the same order, to avoid deadlocks between processes.
  const sorted = rendered.toSorted((a, b) => (keyName(a.key) < keyName(b.key) ? -1 : 1))
  const rows = await db
    .updateTable('idempotency')
    .from(
      given('rendered', {
        scope: { values: sorted.map(({ key }) => key.scope), type: 'text' },
        key: { values: sorted.map(({ key }) => key.key), type: 'text' },
        answer: { values: sorted.map(({ body }) => JSON.stringify({ body })), type: 'jsonb' },
      }),
    )
    .from(unawaited)
    .set((eb) => ({ answer: eb.ref('rendered.answer') }))
    .whereRef('idempotency.scope', '=', 'rendered.scope')
    .whereRef('idempotency.key', '=', 'rendered.key')
    .where('idempotency.answer', '?', lit('done'))
    .returning(['idempotency.scope', 'idempotency.key'])
    .execute()
  const stored = new Set(rows.map((row) => keyName({ ...row, inputHash: '' })))
  const others = rendered.filter(({ key }) => !stored.has(keyName(key)))
  const earlier = await lookUpKeys(
    db,
    others.map(({ key }) => key),
  )
  return new Map(
    [...earlier].flatMap(([name, { answer }]) => ('body' in answer ? [[name, answer.body]] : [])),
  )
}
