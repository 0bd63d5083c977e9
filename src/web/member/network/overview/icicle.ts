import type { NetworkMap } from '../queries.ts'
type Outline = Pick<NetworkMap, 'parents' | 'sizes' | 'sides'>

/** Every cell's position as fractions of the width: the larger the downline, the wider. */
export type Icicle = {
  starts: Float64Array
  widths: Float64Array
  levels: Int32Array
  /** The leg of the top that each cell is in: 0 is left, 1 is right. */
  legs: Uint8Array
  depth: number
}

/**
 * Lays out a network from the top. Each cell takes its team's share of the parent's width, left
 * before right. The rest at the right is for the parent itself and for cells too small to draw.
 */
export function layOutIcicle({ parents, sizes, sides }: Outline): Icicle {
  const count = parents.length
  const starts = new Float64Array(count)
  const widths = new Float64Array(count)
  const levels = new Int32Array(count)
  const legs = new Uint8Array(count)
  /** Where the next child of each cell begins. */
  const next = new Float64Array(count)
  let depth = 0
  for (let i = 0; i < count; i++) {
    const parent = parents[i] ?? -1
    if (parent < 0) widths[i] = 1
    else {
      // The parent's own seat has no width, so its children share all of it.
      const downline = Math.max(1, (sizes[parent] ?? 1) - 1)
      starts[i] = next[parent] ?? 0
      widths[i] = ((widths[parent] ?? 0) * (sizes[i] ?? 0)) / downline
      next[parent] = (next[parent] ?? 0) + (widths[i] ?? 0)
      levels[i] = (levels[parent] ?? 0) + 1
      legs[i] = (parent === 0 ? sides[i] : legs[parent]) ?? 0
    }
    next[i] = starts[i] ?? 0
    depth = Math.max(depth, levels[i] ?? 0)
  }
  return { starts, widths, levels, legs, depth }
}

/** The cell at a point, given as a fraction of the width and a level; -1 if there is none. */
export function findCell({ starts, widths, levels }: Icicle, part: number, level: number): number {
  for (let i = 0; i < starts.length; i++) {
    if (levels[i] !== level) continue
    const start = starts[i] ?? 0
    if (part >= start && part < start + (widths[i] ?? 0)) return i
  }
  return -1
}

/** How many cells are on each level below the top. */
export function countLevels({ levels, depth }: Icicle): number[] {
  const counts = Array.from({ length: depth + 1 }, () => 0)
  for (const level of levels) counts[level] = (counts[level] ?? 0) + 1
  return counts.slice(1)
}
