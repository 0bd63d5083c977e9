import { select } from 'd3-selection'
import { zoom, zoomIdentity, zoomTransform } from 'd3-zoom'
import type { ZoomBehavior, ZoomTransform } from 'd3-zoom'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { RefObject } from 'react'
import { MARGIN, scaleAcross } from './layout.ts'
import type { Layout, Sizes } from './layout.ts'

const SMALLEST = 0.05
const LARGEST = 2.5
const STEP = 1.4
/** Room around a node for the line that shows the focus. */
const EDGE = 4

export type Zoom = {
  zoomBy: (direction: 1 | -1) => void
  fit: () => void
  /** Brings a node into view, moving the picture no further than needed. */
  reveal: (node: { x: number; y: number }, sizes: Sizes) => void
}

/** The transform that shows all of a layout in a view. */
function fitting({ box }: Layout, view: { width: number; height: number }) {
  const across = scaleAcross(box.width, view.width)
  const down = (view.height - 2 * MARGIN) / Math.max(1, box.height)
  const scale = Math.max(SMALLEST, Math.min(across, down))
  const middle = box.left + box.width / 2
  return zoomIdentity.translate(view.width / 2 - middle * scale, MARGIN).scale(scale)
}

/** The shortest move that brings the range from `low` to `high` into view. */
function intoView(low: number, high: number, room: number): number {
  if (low < 0) return -low
  return high > room ? room - high : 0
}

/** Whether a gesture is for the picture. The page keeps its own scrolling. */
function isOurs(event: Event & { ctrlKey?: boolean; metaKey?: boolean; button?: number }): boolean {
  if (event.type === 'wheel') return event.ctrlKey === true || event.metaKey === true
  return event.button === undefined || event.button === 0
}

type View = {
  /** The viewport over the picture. */
  pane: RefObject<HTMLElement | null>
  /** The moving layer below it, with the picture. */
  sheet: RefObject<HTMLElement | null>
  layout: Layout | null
  view: { width: number; height: number }
  /** Identifies the window. Another one is fitted again, the same one stays where it was. */
  shown: string
}

/**
 * Pan, wheel with Ctrl, pinch and buttons for a picture. We move the box around it, so a frame of
 * panning costs neither React rendering nor painting, however many positions there are. Moving part
 * of an SVG, or an SVG itself, would lay it out and paint it again in each frame.
 */
export function useZoom({ pane, sheet, layout, view, shown }: View): Zoom {
  const behavior = useRef<ZoomBehavior<HTMLElement, unknown>>(undefined)
  const fitted = useRef('')
  useEffect(() => {
    const element = pane.current
    if (!element) return
    const made = zoom<HTMLElement, unknown>()
      .scaleExtent([SMALLEST, LARGEST])
      .filter(isOurs)
      // Its own layer while it moves, so it is painted once and then only shifted.
      .on('start', () => sheet.current?.style.setProperty('will-change', 'transform'))
      .on('end', () => sheet.current?.style.removeProperty('will-change'))
      .on('zoom', ({ transform }: { transform: ZoomTransform }) => {
        const { x, y, k } = transform
        const moved = `translate(${x}px, ${y}px) scale(${k})`
        sheet.current?.style.setProperty('transform', moved)
        // One finger scrolls the page past a picture that fits, and moves one that doesn't.
        const touch = k > 1 ? 'none' : 'pan-y'
        // Setting an unchanged value would cost as much as a new one, in every frame.
        if (element.style.touchAction !== touch) element.style.touchAction = touch
      })
    select(element).call(made).on('dblclick.zoom', null)
    behavior.current = made
    return () => void select(element).on('.zoom', null)
  }, [pane, sheet])

  const fit = () => {
    if (!layout || !pane.current) return
    behavior.current?.transform(select(pane.current), fitting(layout, view))
  }
  const fitOnce = useEffectEvent((wanted: string) => {
    if (!layout || fitted.current === wanted) return
    fitted.current = wanted
    fit()
  })
  const wanted = `${shown} ${view.width} ${view.height}`
  useEffect(() => fitOnce(wanted), [wanted])

  return {
    zoomBy: (direction) =>
      pane.current && behavior.current?.scaleBy(select(pane.current), STEP ** direction),
    fit,
    reveal: ({ x, y }, { width, height, strip }) => {
      const element = pane.current
      if (!element) return
      const { k, x: tx, y: ty } = zoomTransform(element)
      const left = (x - EDGE) * k + tx
      const top = (y - EDGE) * k + ty
      const dx = intoView(left, left + (width + 2 * EDGE) * k, view.width)
      const dy = intoView(top, top + (height + strip + 2 * EDGE) * k, view.height)
      if (dx !== 0 || dy !== 0) behavior.current?.translateBy(select(element), dx / k, dy / k)
    },
  }
}
