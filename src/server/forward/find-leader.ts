/** The leader of the ledger according to the database. */
import type { Db } from '../../db/types.ts'
import { lit } from '../../db/expressions.ts'

export type Leader = {
  readonly epoch: number
  readonly holder: string
  /** Null while processes with their own ledgers write. */
  readonly address: string | null
  readonly aliveAddress: string | null
  /**
   * How often this database has lost commands. If it increases, data that we read before may be
   * wrong.
   */
  readonly losses: number
  /** The ledger's progress, for processes that don't have it in memory. */
  readonly size: { readonly seq: number; readonly members: number; readonly seats: number }
}

export async function readLeader(db: Db): Promise<Leader> {
  const row = await db
    .selectFrom('ledger_leader')
    .select((eb) => [
      'epoch',
      'holder_id',
      'address',
      'alive_address',
      eb
        .selectFrom('history_losses')
        .select(({ fn }) => fn.coalesce(fn.max('no'), lit(0)).as('no'))
        .as('losses'),
      eb
        .selectFrom('commands')
        .select(({ fn }) => fn.coalesce(fn.max('seq'), lit(0)).as('seq'))
        .as('seq'),
      eb
        .selectFrom('members')
        .select(({ fn }) => fn.coalesce(fn.max('no'), lit(0)).as('no'))
        .as('members'),
      eb
        .selectFrom('seats')
        .select(({ fn }) => fn.coalesce(fn.max('ordinal'), lit(0)).as('ordinal'))
        .as('seats'),
    ])
    .executeTakeFirstOrThrow()
  return {
    epoch: Number(row.epoch),
    holder: row.holder_id,
    address: row.address,
    aliveAddress: row.alive_address,
    losses: Number(row.losses),
    size: { seq: Number(row.seq), members: Number(row.members), seats: Number(row.seats) },
  }
}
