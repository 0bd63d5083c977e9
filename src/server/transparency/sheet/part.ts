import type { Db, Tx } from '../../../db/types.ts'
import type { Json } from '../../../proof/canonical.ts'

/** One moment of the ledger: all of a sheet is of one cut. */
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
  /** Reads what has to be read before the cut. */
  prepare?(): Promise<void>
  /**
   * Makes the body. Its text never changes once the day is sealed.
   * @param atCut a read-only transaction whose snapshot is the cut: balances are those of the cut
   * @param db for tables of the part's own, which it may bring up to the cut first
   */
  read(atCut: Tx, cut: Cut, db: Db): Promise<Json>
  /**
   * Makes fields of the sheet itself, beside the hash of the body.
   * @param body the part's exact bytes
   */
  summarize?(atCut: Tx, cut: Cut, body: string, db: Db): Promise<Record<string, Json>>
}
