/**
 * Growable typed arrays with an undo log. The book applies a whole batch in memory and rolls it
 * back when the database refuses it.
 */

const FIRST_ROWS = 1024

/** Takes 32-bit integers one by one, as a hash does. */
export type Mixer = { mix(value: number): void }

const FIRST_UNDO = 4096

/** The undo log stores 32-bit indexes, so it can't reach a cell beyond this one. */
export const MAX_CELLS = 2 ** 31

/** Grows by half to keep reallocation rare, up to what the undo log can reach. */
function grownRows(needed: number, has: number, stride: number): number {
  const most = Math.floor(MAX_CELLS / stride)
  if (needed > most) throw new RangeError(`${needed} rows of ${stride} can't be taken back`)
  return Math.max(needed, Math.min(most, Math.floor(has * 1.5)))
}

/** A cell within bounds, which the type checker can't see. */
export const cellAt = (cells: Int32Array, index: number): number => cells[index] ?? 0

/** Rows of `stride` 32-bit integers. Row 0 stays empty, so 0 can mean "none" in a link. */
export class Int32Table {
  readonly stride: number
  #cells: Int32Array
  /** Pairs of index and old value. */
  #undo = new Int32Array(2 * FIRST_UNDO)
  #undone = 0

  constructor(stride: number) {
    this.stride = stride
    this.#cells = new Int32Array(stride * FIRST_ROWS)
  }

  get(row: number, field: number): number {
    return cellAt(this.#cells, row * this.stride + field)
  }

  set(row: number, field: number, value: number): void {
    const index = row * this.stride + field
    if (index >= this.#cells.length) this.reserve(row + 1)
    if (this.#undone === this.#undo.length) this.#undo = doubled(this.#undo)
    this.#undo[this.#undone++] = index
    this.#undo[this.#undone++] = cellAt(this.#cells, index)
    this.#cells[index] = value
  }

  /** Allocates `rows` rows at once, for a fold of known size. */
  reserve(rows: number): void {
    const has = this.#cells.length / this.stride
    if (rows <= has) return
    const grown = new Int32Array(grownRows(rows, has, this.stride) * this.stride)
    grown.set(this.#cells)
    this.#cells = grown
  }

  /** The raw cells, for folding millions of rows. Writes to them can't be rolled back. */
  cells(): Int32Array {
    return this.#cells
  }

  /** Tells which cells were set since the last `commit`, and what is in them now. */
  mixChanges(into: Mixer): void {
    for (let at = 0; at < this.#undone; at += 2) {
      const index = cellAt(this.#undo, at)
      into.mix(index)
      into.mix(cellAt(this.#cells, index))
    }
  }

  commit(): void {
    this.#undone = 0
  }

  rollback(): void {
    for (let at = this.#undone - 2; at >= 0; at -= 2) {
      this.#cells[cellAt(this.#undo, at)] = cellAt(this.#undo, at + 1)
    }
    this.commit()
  }

  get bytes(): number {
    return this.#cells.byteLength
  }
}

const doubled = (old: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
  const grown = new Int32Array(old.length * 2)
  grown.set(old)
  return grown
}

/** One 64-bit integer per number, such as balances by account. */
export class BigInt64Table {
  #cells = new BigInt64Array(FIRST_ROWS)
  #undo = new BigInt64Array(FIRST_UNDO)
  #undoIndexes = new Int32Array(FIRST_UNDO)
  #undone = 0

  get(index: number): bigint {
    return this.#cells[index] ?? 0n
  }

  set(index: number, value: bigint): void {
    if (index >= this.#cells.length) this.reserve(index + 1)
    if (this.#undone === this.#undo.length) {
      this.#undoIndexes = doubled(this.#undoIndexes)
      const grown = new BigInt64Array(this.#undo.length * 2)
      grown.set(this.#undo)
      this.#undo = grown
    }
    this.#undoIndexes[this.#undone] = index
    this.#undo[this.#undone++] = this.get(index)
    this.#cells[index] = value
  }

  reserve(length: number): void {
    if (length <= this.#cells.length) return
    const grown = new BigInt64Array(grownRows(length, this.#cells.length, 1))
    grown.set(this.#cells)
    this.#cells = grown
  }

  cells(): BigInt64Array {
    return this.#cells
  }

  /** Tells which cells were set since the last `commit`, and what is in them now. */
  mixChanges(into: Mixer): void {
    // A view of the halves is several times faster than arithmetic with bigints.
    const { buffer, byteOffset, length } = this.#cells
    const halves = new Int32Array(buffer, byteOffset, 2 * length)
    for (let at = 0; at < this.#undone; at++) {
      const index = cellAt(this.#undoIndexes, at)
      into.mix(index)
      into.mix(cellAt(halves, 2 * index))
      into.mix(cellAt(halves, 2 * index + 1))
    }
  }

  commit(): void {
    this.#undone = 0
  }

  rollback(): void {
    for (let at = this.#undone - 1; at >= 0; at--) {
      this.#cells[cellAt(this.#undoIndexes, at)] = this.#undo[at] ?? 0n
    }
    this.commit()
  }

  get bytes(): number {
    return this.#cells.byteLength
  }
}

/** A map of immutable values by number. Change a value by setting a new one. */
export class UndoMap<V> {
  #values = new Map<number, V>()
  #undo: [number, V | undefined][] = []

  get(key: number): V | undefined {
    return this.#values.get(key)
  }

  set(key: number, value: V): void {
    this.#undo.push([key, this.#values.get(key)])
    this.#values.set(key, value)
  }

  delete(key: number): void {
    this.#undo.push([key, this.#values.get(key)])
    this.#values.delete(key)
  }

  /** Sorted by number. The order in which it was filled differs between processes. */
  entries(): [number, V][] {
    return [...this.#values].toSorted(([one], [other]) => one - other)
  }

  get size(): number {
    return this.#values.size
  }

  commit(): void {
    if (this.#undo.length > 0) this.#undo = []
  }

  rollback(): void {
    for (const [key, old] of this.#undo.toReversed()) {
      if (old === undefined) this.#values.delete(key)
      else this.#values.set(key, old)
    }
    this.commit()
  }
}
