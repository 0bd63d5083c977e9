import { setImmediate as nextTurn } from 'node:timers/promises'
import { cellAt } from '../../../domain/ledger/table.ts'
import { DEPTH, JUMP, LEFT, OWNER, PARENT, RIGHT, STRIDE } from './seat-fields.ts'

export type NewSeat = {
  readonly no: number
  readonly owner: number
  /** Profile numbers. 0 for the parent of a tree's first seat. */
  readonly parent: number
  readonly jump: number
  readonly side: 0 | 1
  readonly depth: number
}

type Column = Int32Array<ArrayBuffer>

const FIRST_ROWS = 1_024
/** Cells to copy in one turn of the event loop: about a millisecond. */
const COPIED_AT_ONCE = 1 << 19

/**
 * Seats in the order in which they were taken, parents before children. Each field has its own
 * column, which counting reads from end to end. Links between seats are positions in that order; 0
 * is none. Nothing here has a limit below the database's 2^31 profiles.
 */
export class SeatTable {
  /** How many seats there are, which is also the position of the newest one. */
  length = 0
  mostOwner = 0
  #columns: Column[] = Array.from({ length: STRIDE }, () => new Int32Array(FIRST_ROWS))
  /** Profile numbers by position, and back. */
  #numbers: Column = new Int32Array(FIRST_ROWS)
  #positions: Column = new Int32Array(FIRST_ROWS)
  /**
   * Replaces `#positions` when the table holds only a few seats of a large network, with large
   * numbers.
   */
  readonly #few: Map<number, number> | null

  constructor(seats: 'all' | 'few' = 'all') {
    this.#few = seats === 'few' ? new Map() : null
  }

  get isOfFew(): boolean {
    return this.#few !== null
  }

  positionOf(no: number): number {
    return this.#few ? (this.#few.get(no) ?? 0) : cellAt(this.#positions, no)
  }

  /** A field of a profile's seat. Links are profile numbers. 0 for a profile without a seat. */
  get(no: number, field: number): number {
    const value = cellAt(this.column(field), this.positionOf(no))
    const isLink = field === PARENT || field === LEFT || field === RIGHT || field === JUMP
    return isLink ? cellAt(this.#numbers, value) : value
  }

  /** A field of all seats by position. Growing replaces it. */
  column(field: number): Column {
    const found = this.#columns[field]
    if (!found) throw new RangeError(`seats have no field ${field}`)
    return found
  }

  /** Replaces the counts of all seats. */
  setColumn(field: number, cells: Column): void {
    this.#columns[field] = cells
  }

  add({ no, owner, parent, jump, side, depth }: NewSeat): void {
    const at = this.length + 1
    this.#fit(at, no)
    if (this.#few) this.#few.set(no, at)
    else this.#positions[no] = at
    this.#numbers[at] = no
    const parentAt = this.positionOf(parent)
    this.column(OWNER)[at] = owner
    this.column(PARENT)[at] = parentAt
    this.column(DEPTH)[at] = depth
    // Any seat above will do if the one to jump to isn't loaded.
    this.column(JUMP)[at] = this.positionOf(jump) || parentAt || at
    if (parentAt !== 0) this.column(side === 0 ? LEFT : RIGHT)[parentAt] = at
    this.mostOwner = Math.max(this.mostOwner, owner)
    this.length = at
  }

  #fit(at: number, no: number): void {
    const rows = this.#numbers.length
    if (at >= rows) {
      for (const field of links) this.#columns[field] = copied(this.column(field), 2 * rows)
      this.#numbers = copied(this.#numbers, 2 * rows)
    }
    if (this.#few || no < this.#positions.length) return
    this.#positions = copied(this.#positions, Math.max(no + 1, 2 * this.#positions.length))
  }

  /**
   * Makes room, a little in each turn of the event loop, because copying columns of ten million
   * seats at once would block the process. Nothing may be added meanwhile.
   */
  async reserve(seats: number, mostNo: number): Promise<void> {
    if (seats >= this.#numbers.length) {
      for (const field of links) {
        this.#columns[field] = await copiedSlowly(this.column(field), seats + 1)
      }
      this.#numbers = await copiedSlowly(this.#numbers, seats + 1)
    }
    if (this.#few || mostNo < this.#positions.length) return
    this.#positions = await copiedSlowly(this.#positions, mostNo + 1)
  }

  /** Makes room for half as many again when a tenth or less is left. */
  async reserveAhead(mostNo: number): Promise<void> {
    const { length: rows } = this.#numbers
    const numbers = this.#positions.length
    await this.reserve(
      isTight(this.length, rows) ? Math.ceil(1.5 * rows) : 0,
      isTight(mostNo, numbers) ? Math.ceil(1.5 * numbers) : 0,
    )
  }
}

/** The columns that a new seat fills. Counting replaces the other columns as a whole. */
const links = [OWNER, PARENT, LEFT, RIGHT, DEPTH, JUMP]

const isTight = (used: number, rows: number): boolean => used > 0.9 * rows && rows > FIRST_ROWS

function copied(from: Column, rows: number): Column {
  const to = new Int32Array(rows)
  to.set(from)
  return to
}

async function copiedSlowly(from: Column, rows: number): Promise<Column> {
  const to = new Int32Array(rows)
  for (let at = 0; at < from.length; at += COPIED_AT_ONCE) {
    to.set(from.subarray(at, at + COPIED_AT_ONCE), at)
    await nextTurn()
  }
  return to
}
