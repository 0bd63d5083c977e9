import type { Icicle } from './icicle.ts'

export type Look = {
  width: number
  rowHeight: number
  rows: number
  /** The top and its left leg, and the right leg. */
  fills: readonly [left: string, right: string]
  ground: string
}

/** Cells narrower than this are drawn without a gap, because the gap would be all. */
const GAP_FROM = 3
/** Deeper rows are paler, down to this. */
const PALEST = 0.3

/** Draws the cells of the first `rows` levels, with `chosen` at full strength. */
export function drawIcicle(
  context: CanvasRenderingContext2D,
  { starts, widths, levels, legs }: Icicle,
  { width, rowHeight, rows, fills, ground }: Look,
  chosen: number,
): void {
  context.fillStyle = ground
  context.fillRect(0, 0, width, rowHeight * rows)
  for (let i = 0; i < starts.length; i++) {
    const level = levels[i] ?? 0
    if (level >= rows) continue
    const cell = (widths[i] ?? 0) * width
    const gap = cell >= GAP_FROM ? 1 : 0
    context.fillStyle = fills[legs[i] === 1 ? 1 : 0]
    context.globalAlpha = i === chosen ? 1 : Math.max(PALEST, 0.82 - level * 0.05)
    context.fillRect((starts[i] ?? 0) * width, level * rowHeight, cell - gap, rowHeight - 1)
  }
  context.globalAlpha = 1
}

/** Names appear on cells with enough contrast and width. */
const NARROWEST = 40
const LOWEST = 16
const DEEPEST = 4
const PADDING = 6

/** `inks` are for names on `fills`. */
export type Lettering = Look & { font: string; inks: Look['fills'] }

/** Writes names into the cells that have room for them. */
export function drawNames(
  context: CanvasRenderingContext2D,
  { starts, widths, levels, legs }: Icicle,
  { width, rowHeight, font, inks }: Lettering,
  names: readonly (string | undefined)[],
): void {
  if (rowHeight < LOWEST) return
  context.font = font
  context.textBaseline = 'middle'
  names.forEach((name, i) => {
    const level = levels[i] ?? 0
    const room = (widths[i] ?? 0) * width - 2 * PADDING
    if (name === undefined || level > DEEPEST || room < NARROWEST) return
    const [x, y] = [(starts[i] ?? 0) * width + PADDING, (level + 0.5) * rowHeight]
    if (context.measureText(name).width > room) return
    context.fillStyle = inks[legs[i] === 1 ? 1 : 0]
    context.fillText(name, x, y)
  })
}
