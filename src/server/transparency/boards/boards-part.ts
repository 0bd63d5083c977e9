import { sql } from 'kysely'
import type { Json } from '../../../proof/canonical.ts'
import type { SheetPart } from '../sheet/part.ts'
import { freezeBoards } from './freeze-boards.ts'

/**
 * How boards fared, at the cut. Seats that nobody has counted yet are counted in a transaction that
 * sees exactly what the cut sees. It fails if the worker counts meanwhile, and is tried again with
 * the next cut.
 */
export const boardsPart: SheetPart = {
  name: 'boards',
  async read(atCut, { day }, db): Promise<Json> {
    const { rows } = await sql<{
      exported: string
    }>`select pg_export_snapshot() as exported`.execute(atCut)
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        await sql`set transaction snapshot ${sql.lit(rows[0]?.exported ?? '')}`.execute(tx)
        return { v: 1, plans: await freezeBoards(tx, day) }
      })
  },
}
