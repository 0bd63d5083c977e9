/** Tree reads: a profile and the two levels below it, compared with reading one row by its key. */
import type { Db } from '../src/db/types.ts'
import { sql } from 'kysely'
import { buildTree, readNodes } from '../src/server/network/tree.ts'
import { itemAt } from '../tests/support/answer.ts'
import { ratePerSecond } from './measure.ts'

const READERS = 8

/**
 * Gives every member a name, so that the tree can be shown, and does autovacuum's work. Without it,
 * trees took twice as long.
 */
export async function nameMembers(db: Db): Promise<void> {
  await sql`insert into identities (member_no, username, email, referral_code)
    select no, 'member' || no, 'member' || no || '@example.org', 'R' || no from members
    where not exists (select 1 from identities where member_no = no)`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

/** Trees read and built per second, for random profiles with a seat. */
export const measureTreeReads = (db: Db, profiles: readonly number[], seconds: number) =>
  ratePerSecond(READERS, seconds, async (done) => {
    const root = itemAt(profiles, done % profiles.length)
    buildTree(await readNodes(db, root), root)
  })

/** Rows read per second by primary key, through the same query builder and pool. */
export const measureRowReads = (db: Db, profiles: readonly number[], seconds: number) =>
  ratePerSecond(READERS, seconds, async (done) => {
    const no = itemAt(profiles, done % profiles.length)
    await sql`select no, member_no, public_id from profiles where no = ${no}`.execute(db)
  })
