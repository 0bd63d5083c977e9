import { expressionBuilder } from 'kysely'
import type { z } from 'zod'
import type { MemberNote } from '../../contract/subjects/members.ts'
import type { Condition } from '../../db/expressions.ts'
import type { Database, Db, Tx } from '../../db/types.ts'
import { audit, type By } from '../audit/audit.ts'
import type { Slice } from '../http/paging.ts'
import { requireMember } from './require-member.ts'

// What staff wrote about members.

type Note = z.infer<typeof MemberNote>

/** The columns of a note, for conditions. */
export const noteColumns = expressionBuilder<Database, 'member_notes'>()

/** Newest first. */
export async function readNotes(
  db: Db | Tx,
  condition: Condition,
  { limit = 1, offset = 0 }: Slice = {},
): Promise<Note[]> {
  const rows = await db
    .selectFrom('member_notes')
    .select(['no', 'operator', 'note', 'at'])
    .where(condition)
    .orderBy('no', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ no, operator, note, at }) => {
    return { id: String(no), operator, note, at: at.toISOString() }
  })
}

export async function addNote(db: Db, member: number, note: string, by: By) {
  return await db.transaction().execute(async (tx) => {
    await requireMember(tx, member)
    const { no } = await tx
      .insertInto('member_notes')
      .values({ member_no: member, operator: by.operator, note })
      .returning('no')
      .executeTakeFirstOrThrow()
    await audit(tx, [{ ...by, action: 'add note', object: `member ${member}`, after: { note } }])
    const [shown] = await readNotes(tx, noteColumns('member_notes.no', '=', no))
    if (!shown) throw new Error(`note ${no} is missing`)
    return shown
  })
}
