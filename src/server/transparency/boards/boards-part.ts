import { sql } from 'kysely'
import type { Json } from '../../../proof/canonical.ts'
import type { SheetPart } from '../sheet/part.ts'
import { freezeBoards } from './freeze-boards.ts'

/**
 * How boards fared at the cutoff. We count new seats in a transaction that sees exactly what the
 * cutoff sees. It fails if the worker counts at the same time, and we retry it with the next
 * cutoff.
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
