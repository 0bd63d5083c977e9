import type { QueryCreator } from 'kysely'
import { lit } from '../../db/expressions.ts'
import type { Database } from '../../db/types.ts'

type Source = Pick<QueryCreator<Database>, 'selectFrom'>

/** Corrections that nobody has decided (`c`), each with its row (`r`). */
export const selectProposed = (db: Source) =>
  db
    .selectFrom('member_import_corrections as c')
    .innerJoin('member_import_rows as r', (join) =>
      join.onRef('r.import_no', '=', 'c.import_no').onRef('r.line', '=', 'c.line'),
    )
    .where('c.state', '=', lit('proposed'))

/** Those that can be decided now: not of rows that are tried again, or whose names are deleted. */
export const selectOpen = (db: Source) =>
  selectProposed(db).where('r.state', '=', lit('failed')).where('r.username', '<>', '')
