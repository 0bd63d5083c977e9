import { anyOf, subquery } from '../../db/expressions.ts'
import { pagesOf } from '../../db/pages.ts'
import type { RowOf, Tx } from '../../db/types.ts'
import { isOfCommands } from './journals-of.ts'

// Reads the command log part by part, for what follows from it: webhook events and emails. The
// visible part of the log has no gaps, so a reader with a cursor can't skip anything.

/** A part of the command log: after `from`, up to `to`. `at` is the time of the last command. */
export type Slice = { readonly from: bigint; readonly to: bigint; readonly at: Date }

/** The last command's number: a reader whose cursor is before it is behind. */
export const lastCommand = subquery
  .selectFrom('commands')
  .select('commands.seq')
  .orderBy('commands.seq', 'desc')
  .limit(1)

type Batch = RowOf<'batches', 'last_seq' | 'queued_emails'>

const BATCHES_AT_ONCE = 50
const COMMANDS_AT_ONCE = 1_000
/** About as many as a slice has, because what is read beyond it is wasted. */
const ROWS_AT_ONCE = 1_000

/** The next batches after a command. */
export const readBatches = (tx: Tx, from: bigint): Promise<Batch[]> =>
  tx
    .selectFrom('batches')
    .select(['last_seq', 'queued_emails'])
    .where('first_seq', '>', from)
    .orderBy('first_seq')
    .limit(BATCHES_AT_ONCE)
    .execute()

/**
 * Whole batches after a command, about a thousand commands; null if there are none.
 * @param stops ends of batches that a slice must not cross
 */
export async function findSlice(
  tx: Tx,
  from: bigint,
  batches: readonly Batch[],
  stops: readonly bigint[] = [],
): Promise<Slice | null> {
  const ahead = stops.filter((stop) => stop > from)
  const most = [...ahead, from + BigInt(COMMANDS_AT_ONCE)].reduce((a, b) => (a < b ? a : b))
  const ends = batches.map(({ last_seq: last }) => last)
  const to = ends.findLast((last) => last <= most) ?? ends[0]
  if (to === undefined) return null
  const { at } = await tx
    .selectFrom('commands')
    .select('at')
    .where('seq', '=', to)
    .executeTakeFirstOrThrow()
  return { from, to, at }
}

export type NewProfile = RowOf<
  'profiles',
  'no' | 'member_no' | 'plan' | 'origin' | 'origin_no' | 'public_id' | 'created_at'
>

/**
 * The profiles that a slice created, after a profile. A command can create many, so we read pages
 * until one is too new.
 */
export async function readNewProfiles(tx: Tx, first: number, { at }: Slice): Promise<NewProfile[]> {
  const readPage = async (last?: NewProfile) => {
    const rows = await tx
      .selectFrom('profiles')
      .select(['no', 'member_no', 'plan', 'origin', 'origin_no', 'public_id', 'created_at'])
      .where('no', '>', last?.no ?? first)
      .orderBy('no')
      .limit(ROWS_AT_ONCE)
      .execute()
    return rows.filter(({ created_at: created }) => created <= at)
  }
  const found: NewProfile[] = []
  for await (const page of pagesOf(ROWS_AT_ONCE, readPage)) found.push(...page)
  return found
}

export type SlicedJournal = RowOf<'journals', 'no' | 'seq' | 'kind' | 'subject' | 'at'>

/** A slice's journals of some kinds. */
export const readJournals = (
  tx: Tx,
  { from, to }: Slice,
  kinds: readonly number[],
): Promise<SlicedJournal[]> =>
  tx
    .selectFrom('journals')
    .select(['no', 'seq', 'kind', 'subject', 'at'])
    .where(isOfCommands(from, to))
    .where('kind', '=', anyOf(kinds, 'smallint'))
    .orderBy('no')
    .execute()
