import type { RowOf, Tx } from '../../db/types.ts'
import { anyOf } from '../../db/expressions.ts'
import { readJournals, depositEvents, postingEvents, profileEvents } from './read-journals.ts'
import { withdrawalEvents } from './read-withdrawals.ts'
import { inOrder, JOINED, type Happening, type Slice } from './webhook-event.ts'

// Events follow from the log and from rows that never change, so commands pay nothing for them. The
// visible part of the log has no gaps, so we can't skip anything.

export type Cursor = RowOf<'webhook_cursor', 'seq' | 'member_no' | 'profile_no'>

/** What happened after a cursor, in order, and the cursor after it. */
export type EventSlice = { readonly happenings: readonly Happening[]; readonly cursor: Cursor }

const BATCHES_AT_ONCE = 50
const COMMANDS_AT_ONCE = 1_000
const ROWS_AT_ONCE = 5_000

/**
 * Whole batches after a command, about a thousand commands; null if there are none.
 * @param stops ends of batches that a slice must not cross
 */
async function findSlice(tx: Tx, from: bigint, stops: readonly bigint[]): Promise<Slice | null> {
  const ahead = stops.filter((stop) => stop > from)
  const most = [...ahead, from + BigInt(COMMANDS_AT_ONCE)].reduce((a, b) => (a < b ? a : b))
  const batches = await tx
    .selectFrom('batches')
    .select('last_seq')
    .where('first_seq', '>', from)
    .orderBy('first_seq')
    .limit(BATCHES_AT_ONCE)
    .execute()
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

/**
 * Reads the next part of the log; null if there is nothing new.
 * @param stops commands after which a new part begins, because an endpoint's events begin there
 */
export async function readNext(
  tx: Tx,
  cursor: Cursor,
  stops: readonly bigint[],
): Promise<EventSlice | null> {
  const slice = await findSlice(tx, cursor.seq, stops)
  if (!slice) return null
  const members = await readMembers(tx, cursor.member_no, slice)
  const profiles = await readNewProfiles(tx, cursor.profile_no, slice)
  const journals = await readJournals(tx, slice)
  const happenings = [
    ...members.map((member) => memberEvent(member)),
    ...profileEvents(profiles, journals),
    ...(await postingEvents(tx, journals)),
    ...(await depositEvents(tx, journals)),
    ...(await withdrawalEvents(tx, slice, journals)),
  ]
  return {
    happenings: happenings.toSorted(inOrder),
    cursor: {
      seq: slice.to,
      member_no: members.at(-1)?.no ?? cursor.member_no,
      profile_no: profiles.at(-1)?.no ?? cursor.profile_no,
    },
  }
}

type MemberRow = RowOf<'members', 'no' | 'sponsor_no' | 'joined_at'>

const memberEvent = ({ no, sponsor_no: sponsor, joined_at: at }: MemberRow): Happening => ({
  type: 'member.registered',
  member: no,
  at,
  order: [JOINED, no, 0, 0],
  data: { sponsor_id: sponsor === null ? null : String(sponsor), joined_at: at.toISOString() },
})

/** Each command creates one member at most, and their times follow their numbers. */
async function readMembers(tx: Tx, after: number, { from, to, at }: Slice): Promise<MemberRow[]> {
  const rows = await tx
    .selectFrom('members')
    .select(['no', 'sponsor_no', 'joined_at'])
    .where('no', '>', after)
    .orderBy('no')
    .limit(Number(to - from) + 1)
    .execute()
  return rows.filter(({ joined_at: joined }) => joined <= at)
}

/** A command can create many profiles, so we read pages until one is too new. */
async function readNewProfiles(tx: Tx, first: number, { at }: Slice) {
  const found = []
  for (let after = first; ;) {
    const rows = await tx
      .selectFrom('profiles')
      .select(['no', 'member_no', 'plan', 'origin', 'public_id', 'created_at'])
      .where('no', '>', after)
      .orderBy('no')
      .limit(ROWS_AT_ONCE)
      .execute()
    const own = rows.filter(({ created_at: created }) => created <= at)
    found.push(...own)
    if (own.length < ROWS_AT_ONCE) return found
    after = own.at(-1)?.no ?? after
  }
}

/** The usernames of members by number. */
export async function readUsernames(
  tx: Tx,
  members: readonly number[],
): Promise<Map<number, string>> {
  const rows = await tx
    .selectFrom('identities')
    .select(['member_no', 'username'])
    .where('member_no', '=', anyOf(members, 'int'))
    .execute()
  return new Map(rows.map((row) => [row.member_no, row.username]))
}
