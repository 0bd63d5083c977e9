import type { Expression, QueryCreator } from 'kysely'
import { compileOnce, type Compilable, type Given } from './compiled.ts'
import type { Database, Db } from './types.ts'

type Pageable<Row> = {
  limit(rows: Expression<number>): { offset(rows: Expression<number>): Compilable<Row> }
}

/** A member's own rows, in pages. */
export type OwnList<Row> = {
  read: (db: Db, member: number, limit: number, offset: number) => Promise<Row[]>
  count: (db: Db, member: number) => Promise<number>
}

type Paged = { member: number; limit: number; offset: number }

/** Builds the statements of a member's list once: one for a page, one for the total count. */
export function compileOwnList<Row extends object>(
  select: (db: QueryCreator<Database>, member: Expression<number>) => Pageable<Row>,
  count: (db: QueryCreator<Database>, member: Expression<number>) => Compilable<{ count: number }>,
): OwnList<Row> {
  const page = compileOnce((db, { member, limit, offset }: Given<Paged>) =>
    select(db, member).limit(limit).offset(offset),
  )
  const all = compileOnce((db, { member }: Given<{ member: number }>) => count(db, member))
  return {
    read: (db, member, limit, offset) => page.rows(db, { member, limit, offset }),
    count: async (db, member) => (await all.one(db, { member })).count,
  }
}
