/**
 * Witnesses' cosignatures of our checkpoints. We store them unchanged and serve them with the
 * notes.
 */
import { anyOf } from '../../../db/expressions.ts'
import type { Db } from '../../../db/types.ts'
import { peekCheckpoint, verifierText, type Verifier } from '../../../proof/note.ts'
import { majorityOf, type Witness } from '../../../proof/policy.ts'
import { readLosses } from './epochs.ts'

export type SignedNote = {
  readonly size: number
  /** As the log signed it. */
  readonly own: string
  /** With the cosignatures. */
  readonly note: string
}

const textOf = ({ verifier }: Witness): string => verifierText(verifier)

/** A checkpoint with its witnesses' lines, in the order in which they arrived. */
async function withCosignatures(db: Db, row: { size: bigint; note: string }): Promise<SignedNote> {
  const lines = await db
    .selectFrom('log_cosignatures')
    .select('line')
    .where('size', '=', row.size)
    .orderBy('added_at')
    .orderBy('witness')
    .execute()
  const note = row.note + lines.map(({ line }) => line).join('')
  return { size: Number(row.size), own: row.note, note }
}

/** The newest checkpoint; undefined before the first one. */
export async function readNewest(db: Db): Promise<SignedNote | undefined> {
  const row = await db
    .selectFrom('log_checkpoints')
    .select(['size', 'note'])
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && (await withCosignatures(db, row))
}

/**
 * The first checkpoint of at least a size that enough witnesses cosigned, or else the first of at
 * least that size. A log that began again has another name, and doesn't count. Witnesses that we no
 * longer name don't count, because readers don't know them.
 */
export async function readFirst(
  db: Db,
  from: bigint,
  witnesses: readonly Witness[],
): Promise<SignedNote | undefined> {
  const first = await db
    .selectFrom('log_checkpoints')
    .select(['size', 'note'])
    .where('size', '>=', from)
    .orderBy('size')
    .limit(1)
    .executeTakeFirst()
  if (!first) return undefined
  const [origin = ''] = first.note.split('\n')
  const least = majorityOf(witnesses.length)
  const end = await readEnd(db, origin)
  const witnessed =
    least > 0
      ? await db
          .selectFrom('log_cosignatures')
          .innerJoin('log_checkpoints', 'log_checkpoints.size', 'log_cosignatures.size')
          .select(['log_checkpoints.size', 'note'])
          .where('log_checkpoints.size', '>=', from)
          .$if(end !== undefined, (query) =>
            query.where('log_checkpoints.size', '<=', BigInt(end ?? 0)),
          )
          .where(({ fn, val }) => fn<boolean>('starts_with', ['note', val(`${origin}\n`)]))
          .where('witness', '=', anyOf(witnesses.map(textOf), 'text'))
          .groupBy('log_checkpoints.size')
          .having(({ fn }) => fn.countAll(), '>=', least)
          .orderBy('log_checkpoints.size')
          .limit(1)
          .executeTakeFirst()
      : undefined
  return await withCosignatures(db, witnessed ?? first)
}

/** The size of the last checkpoint that remains of a former log; undefined for the current one. */
async function readEnd(db: Db, origin: string): Promise<number | undefined> {
  const losses = await readLosses(db)
  return losses.find(({ lost }) => lost.origin === origin)?.kept.size
}

/** Which of some witnesses have cosigned the checkpoint of a size. */
export async function readWitnessed(
  db: Db,
  size: number,
  witnesses: readonly Verifier[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('log_cosignatures')
    .select('witness')
    .where('size', '=', BigInt(size))
    .where('witness', '=', anyOf(witnesses.map(verifierText), 'text'))
    .execute()
  return new Set(rows.map(({ witness }) => witness))
}

/** The largest size of a log that a witness has cosigned for us; 0 before any. */
export async function readLastWitnessed(
  db: Db,
  witness: Verifier,
  origin: string,
): Promise<number> {
  const row = await db
    .selectFrom('log_cosignatures')
    .innerJoin('log_checkpoints', 'log_checkpoints.size', 'log_cosignatures.size')
    .select(['log_checkpoints.size', 'note'])
    .where('witness', '=', verifierText(witness))
    .orderBy('log_cosignatures.size', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && peekCheckpoint(row.note)?.origin === origin ? Number(row.size) : 0
}

/**
 * The last cosignature of the witness that has been silent for the longest; undefined without
 * witnesses.
 * @param since used for a witness that never cosigned
 */
export async function readSlowestWitness(
  db: Db,
  witnesses: readonly Witness[],
  since: Date,
): Promise<Date | undefined> {
  const newest = witnesses.map((witness) =>
    db
      .selectFrom('log_cosignatures')
      .select('added_at')
      .where('witness', '=', textOf(witness))
      .orderBy('size', 'desc')
      .limit(1)
      .executeTakeFirst(),
  )
  const times = (await Promise.all(newest)).map((row) => row?.added_at ?? since)
  return times.toSorted((one, other) => one.getTime() - other.getTime())[0]
}

export const keepCosignature = (
  db: Db,
  size: number,
  witness: Verifier,
  line: string,
): Promise<unknown> =>
  db
    .insertInto('log_cosignatures')
    .values({ size: BigInt(size), witness: verifierText(witness), line })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
