import type { Db, Tx } from '../../../db/types.ts'
import type { Json } from '../../../proof/canonical.ts'

/** The cutoff: one moment of the ledger, for everything on a sheet. */
export type Cut = {
  /** The last command, the last journal entry, and the time of that command. */
  readonly seq: number
  readonly journal: number
  readonly at: Date
  /** The sheet's own day (YYYY-MM-DD, UTC), which may be days after the last command. */
  readonly day: string
}

/** A part of the daily sheet, which names the hash of its body. */
export type SheetPart = {
  readonly name: string
  /** Reads what must be read before the cutoff. */
  prepare?(): Promise<void>
  /**
   * Creates the body. Its text never changes once the day is sealed.
   * @param atCut a read-only transaction whose snapshot is the cutoff, with the balances of that
   * moment
   * @param db for the part's own tables, which it may first bring up to the cutoff
   */
  read(atCut: Tx, cut: Cut, db: Db): Promise<Json>
  /**
   * Creates fields of the sheet itself, next to the hash of the body.
   * @param body the part's exact bytes
   */
  summarize?(atCut: Tx, cut: Cut, body: string, db: Db): Promise<Record<string, Json>>
}
