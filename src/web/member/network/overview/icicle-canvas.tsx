import { useEffect, useRef } from 'react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { useWidth } from '../../../client/use-width.ts'
import { takeLostFocus } from '../../../ui/focus/focus-if-lost.ts'
import { drawIcicle, drawNames } from './draw-icicle.ts'
import { findCell } from './icicle.ts'
import type { Icicle } from './icicle.ts'
import type { NetworkMap } from '../queries.ts'

type IcicleCanvasProps = {
  icicle: Icicle
  map: NetworkMap
  /** Usernames by seat id, as far as we know them. */
  names: ReadonlyMap<string, string>
  chosen: number
  label: string
  onChoose: (cell: number) => void
  onOpen: (cell: number) => void
  takesFocus: boolean
}

const TALLEST = 520
const MAX_ROWS = 40
const WIDEST_ROW = 36

/**
 * The target of a key from a cell: up to its parent, down to its first child, sideways on its
 * level.
 */
function stepFrom(map: NetworkMap, { levels }: Icicle, cell: number, key: string): number {
  const level = levels[cell]
  if (key === 'ArrowUp') return map.parents[cell] ?? -1
  if (key === 'ArrowDown') return map.parents.indexOf(cell)
  const next = cell + (key === 'ArrowRight' ? 1 : -1)
  return levels[next] === level ? next : -1
}

/** The cells on a canvas. Drawing twenty thousand takes a few milliseconds. */
export function IcicleCanvas(props: IcicleCanvasProps) {
  const { icicle, map, names, chosen, label, onChoose, onOpen, takesFocus } = props
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const width = useWidth(frame)
  const rows = Math.min(MAX_ROWS, icicle.depth + 1)
  const rowHeight = Math.min(WIDEST_ROW, Math.floor(TALLEST / rows))
  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context || width === 0) return
    const ratio = window.devicePixelRatio
    element.width = Math.round(width * ratio)
    element.height = Math.round(rows * rowHeight * ratio)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    const style = getComputedStyle(element)
    const fills = [style.color, style.caretColor] as const
    const look = { fills, ground: style.backgroundColor, width, rowHeight, rows }
    drawIcicle(context, icicle, look, chosen)
    const labels = map.ids.map((id) => names.get(id))
    const font = `500 12px ${style.fontFamily}`
    const inks = [style.borderColor, style.outlineColor] as const
    drawNames(context, icicle, { ...look, font, inks }, labels)
  }, [icicle, map, names, chosen, width, rows, rowHeight])

  const onClick = (event: MouseEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const level = Math.floor((event.clientY - top) / rowHeight)
    const cell = findCell(icicle, (event.clientX - left) / width, level)
    if (cell === -1) return
    // The first tap names the member, the second one opens their network.
    if (cell === chosen && cell > 0) onOpen(cell)
    else onChoose(cell)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && chosen > 0) onOpen(chosen)
    else if (event.key === 'Home') onChoose(0)
    else if (event.key.startsWith('Arrow')) {
      const next = stepFrom(map, icicle, chosen, event.key)
      if (next >= 0) onChoose(next)
    } else return
    event.preventDefault()
  }
  return (
    <div ref={frame}>
      <button
        ref={takesFocus ? takeLostFocus : undefined}
        type="button"
        aria-label={label}
        onClick={onClick}
        onKeyDown={onKeyDown}
        dir="ltr"
        className="block w-full cursor-pointer rounded-md"
      >
        <canvas
          ref={canvas}
          className={
            'block w-full rounded-md border-on-accent bg-raised text-accent caret-second ' +
            'outline-on-second forced-color-adjust-none'
          }
          style={{ height: rows * rowHeight }}
        />
      </button>
    </div>
  )
}
