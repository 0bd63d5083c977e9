import { IMPORT_KEPT_DAYS } from '../../contract/fields/limits.ts'
import { ago, type Condition } from '../../db/expressions.ts'
import type { Tx } from '../../db/types.ts'

/** Locks imports until the transaction ends. Changes of their state or rows begin with this. */
export const lockImports = (tx: Tx, where: Condition) =>
  tx
    .selectFrom('member_imports')
    .select(['no', 'state', 'proposed_by'])
    .select((eb) => eb('finished_at', '<', ago('days', IMPORT_KEPT_DAYS)).as('is_erased'))
    .where(where)
    .orderBy('no')
    .forUpdate()
    .execute()
