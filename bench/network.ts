/** Tree reads: a profile and the two levels below it, compared with reading one row by its key. */
import type { Db } from '../src/db/types.ts'
import { sql } from 'kysely'
import { buildTree, readNodes } from '../src/server/network/tree.ts'

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
export async function measureTreeReads(
  db: Db,
  profiles: readonly number[],
  seconds: number,
): Promise<number> {
  let done = 0
  const until = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: READERS }, async () => {
      while (performance.now() < until) {
        const root = profiles[done % profiles.length] as number
        buildTree(await readNodes(db, root), root)
        done++
      }
    }),
  )
  return done / seconds
}

/** Rows read per second by primary key, through the same query builder and pool. */
export async function measureRowReads(
  db: Db,
  profiles: readonly number[],
  seconds: number,
): Promise<number> {
  let done = 0
  const until = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: READERS }, async () => {
      while (performance.now() < until) {
        const no = profiles[done % profiles.length] as number
        await sql`select no, member_no, public_id from profiles where no = ${no}`.execute(db)
        done++
      }
    }),
  )
  return done / seconds
}
