import type { RowOf, Tx } from '../../db/types.ts'
import { anyOf } from '../../db/expressions.ts'
import {
  findSlice,
  readBatches,
  readJournals,
  readNewProfiles,
  type Slice,
} from '../command-log/slice.ts'
import { depositEvents, postingEvents, profileEvents, TOLD } from './read-journals.ts'
import { withdrawalEvents } from './read-withdrawals.ts'
import { inOrder, JOINED, type Happening } from './webhook-event.ts'

// Events follow from the log and from rows that never change, so commands pay nothing for them.

export type Cursor = RowOf<'webhook_cursor', 'seq' | 'member_no' | 'profile_no'>

/** What happened after a cursor, in order, and the cursor after it. */
export type EventSlice = { readonly happenings: readonly Happening[]; readonly cursor: Cursor }

/**
 * Reads the next part of the log; null if there is nothing new.
 * @param stops commands after which a new part begins, because an endpoint's events begin there
 */
export async function readNext(
  tx: Tx,
  cursor: Cursor,
  stops: readonly bigint[],
): Promise<EventSlice | null> {
  const slice = await findSlice(tx, cursor.seq, await readBatches(tx, cursor.seq), stops)
  if (!slice) return null
  const members = await readMembers(tx, cursor.member_no, slice)
  const profiles = await readNewProfiles(tx, cursor.profile_no, slice)
  const journals = await readJournals(tx, slice, TOLD)
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
