import { expressionBuilder } from 'kysely'
import { lower, type Condition } from '../../db/expressions.ts'
import type { Database } from '../../db/types.ts'

type Rows = Database['member_import_rows']

const columns = expressionBuilder<{ r: Rows; up: Rows }, 'r' | 'up'>()

/**
 * Whether the row `up` is that of the sponsor of the row `r`. Both belong to one import, in which
 * usernames are unique.
 */
export const isSponsorRow: Condition = columns.and([
  columns('up.import_no', '=', columns.ref('r.import_no')),
  columns(lower(columns.ref('up.username')), '=', lower(columns.ref('r.sponsor'))),
])
