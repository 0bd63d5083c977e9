import type { QueryCreator } from 'kysely'
import { lit } from '../../db/expressions.ts'
import type { Database } from '../../db/types.ts'

type Source = Pick<QueryCreator<Database>, 'selectFrom'>

/** Undecided corrections (`c`), each with its row (`r`). */
export const selectProposed = (db: Source) =>
  db
    .selectFrom('member_import_corrections as c')
    .innerJoin('member_import_rows as r', (join) =>
      join.onRef('r.import_no', '=', 'c.import_no').onRef('r.line', '=', 'c.line'),
    )
    .where('c.state', '=', lit('proposed'))

/**
 * Those that an admin can decide now. Leaves out rows that are being retried, and rows without
 * names.
 */
export const selectOpen = (db: Source) =>
  selectProposed(db).where('r.state', '=', lit('failed')).where('r.username', '<>', '')
