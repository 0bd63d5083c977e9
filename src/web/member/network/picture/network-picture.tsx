import { t } from '@lingui/core/macro'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import type { Seat } from '../queries.ts'
import { listPositions, positionsOf } from '../positions.ts'
import type { Position } from '../positions.ts'
import { useMedia } from '../../../client/use-media.ts'
import { useWidth } from '../../../client/use-width.ts'
import { layOut, MARGIN, scaleAcross, sizesFor } from './layout.ts'
import type { Layout } from './layout.ts'
import { pressKey } from './picture-keys.ts'
import { PictureNode, TreeItem } from './picture-node.tsx'
import type { NodeActions } from './picture-node.tsx'
import { PictureTools } from './picture-tools.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { useFresh } from './use-fresh.ts'
import { useZoom } from './use-zoom.ts'
import type { Zoom } from './use-zoom.ts'

type NetworkPictureProps = NodeActions & {
  seats: readonly Seat[]
  levels: number
  /** The choice of levels, among the picture's tools. */
  choice: ReactNode
  onBack: () => void
  onReset: () => void
  onSearch: () => void
}

const MAX_HEIGHT = 720
const MIN_HEIGHT = 240
/** The height of the tools above a full-screen picture. */
const TOOLS = 60

/** As high as the whole picture once it fits the width. */
function heightFor(layout: Layout | null, width: number): number {
  if (!layout) return MAX_HEIGHT
  const high = layout.box.height * scaleAcross(layout.box.width, width) + 2 * MARGIN
  return Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, high))
}

/** The node at a path from the top. */
const nodeAt = (svg: SVGSVGElement | null, way: string) =>
  svg?.querySelector<SVGGElement>(`[data-way="${way}"]`)

/** Focuses the new top if it was opened by keyboard, so that the keyboard continues there. */
function useFocusOfTop(svg: RefObject<SVGSVGElement | null>, shown: string) {
  const leftFrom = useRef<string>(undefined)
  useEffect(() => {
    if (leftFrom.current === undefined || leftFrom.current === shown) return
    leftFrom.current = undefined
    nodeAt(svg.current, '')?.focus({ preventScroll: true })
  }, [svg, shown])
  return (act: () => void) => {
    leftFrom.current = shown
    act()
  }
}

type Shown = {
  zoom: Zoom
  layout: Layout | null
  svg: RefObject<SVGSVGElement | null>
  isFull: boolean
}

/** Moves the picture and the page no further than needed for a position to be on the screen. */
function useReveal({ zoom, layout, svg, isFull }: Shown) {
  const reveal = ({ way }: Position) => {
    const node = layout?.nodes.find(({ position }) => position.way === way)
    if (node && layout) zoom.reveal(node, layout.sizes)
    // In a low window, the pane is higher than the screen.
    if (!isFull) nodeAt(svg.current, way)?.scrollIntoView({ block: 'nearest' })
  }
  const zoomBy = (direction: 1 | -1, at: Position) => {
    zoom.zoomBy(direction)
    reveal(at)
  }
  return { reveal, zoomBy }
}

/** The bounding box of the whole picture, with 0/0 above the middle of the top. */
function boxOf({ box: { left, width, height } }: Layout) {
  return { width, height, viewBox: `${left} 0 ${width} ${height}`, style: { left } }
}

/** Before the layout is known, the browser would size the picture on its own. */
const NO_BOX = { width: 0, height: 0 }

type PictureLayerProps = NodeActions & {
  layout: Layout
  label: string
  /** The path down to the position that has the keyboard focus. */
  current: string
  fresh: readonly Seat[]
  onFocus: (position: Position) => void
}

/** The drawing: lines, positions, and above them the tree for keyboards. */
function PictureLayer(props: PictureLayerProps) {
  const { layout, label, current, fresh, onFocus, ...actions } = props
  const { edges, nodes, sizes } = layout
  return (
    <>
      {edges.map(({ key, path }) => (
        <path key={key} d={path} className="fill-none stroke-edge" strokeWidth={1.5} />
      ))}
      {nodes.map((node) => (
        <PictureNode
          key={node.position.seat?.id ?? `empty ${node.position.way}`}
          node={node}
          sizes={sizes}
          isFresh={fresh.some(({ id }) => id === node.position.seat?.id)}
          {...actions}
        />
      ))}
      <g role="tree" aria-label={label} data-screen-only>
        {nodes.map((node) => (
          <TreeItem
            key={node.position.way}
            node={node}
            sizes={sizes}
            isCurrent={node.position.way === current}
            onFocus={onFocus}
          />
        ))}
      </g>
    </>
  )
}

type PictureSheetProps = Omit<PictureLayerProps, 'layout'> & {
  layout: Layout | null
  sheet: RefObject<HTMLDivElement | null>
  svg: RefObject<SVGSVGElement | null>
  layer: RefObject<SVGGElement | null>
}

/** The content that moves below the pane: a plain box, which the browser can shift cheaply. */
function PictureSheet({ layout: wanted, sheet, svg, layer, ...rest }: PictureSheetProps) {
  // Hundreds of shapes, rendered in slices so that the page stays responsive.
  const layout = useDeferredValue(wanted)
  return (
    <div ref={sheet} className="absolute top-0 left-0 origin-top-left">
      <svg
        ref={svg}
        {...(layout ? boxOf(layout) : NO_BOX)}
        className="absolute top-0 overflow-visible"
      >
        <g ref={layer}>{layout && <PictureLayer layout={layout} {...rest} />}</g>
      </svg>
    </div>
  )
}

/** The tree itself: one tab stop, navigated by arrow keys, moved and zoomed by hand. */
export function NetworkPicture(props: NetworkPictureProps) {
  const { seats, levels, choice, onBack, onReset, onSearch, ...actions } = props
  const frame = useRef<HTMLDivElement>(null)
  const pane = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const svg = useRef<SVGSVGElement>(null)
  const layer = useRef<SVGGElement>(null)
  const shown = `${seats[0]?.id} ${levels}`
  const [focused, setFocused] = useState({ shown, way: '' })
  const width = useWidth(frame)
  const isCoarse = useMedia('(pointer: coarse)')
  const top = positionsOf(seats, levels)
  const layout = top && width > 0 ? layOut(top, sizesFor(width, isCoarse)) : null
  const full = useFullScreen(frame)
  const height = full.isOn ? window.innerHeight - TOOLS : heightFor(layout, width)
  const zoom = useZoom({ pane, sheet, layout, view: { width, height }, shown })
  const fresh = useFresh(seats, shown)
  const follow = useFocusOfTop(svg, shown)
  const way = focused.shown === shown ? focused.way : ''
  const current = (top && listPositions(top).find((position) => position.way === way)) ?? top

  const label = t`Tree of ${seats[0]?.user.username ?? ''}, ${seats[0]?.profile_id ?? ''}`
  const { reveal, zoomBy } = useReveal({ zoom, layout, svg, isFull: full.isOn })
  const onFocus = (position: Position) => {
    setFocused({ shown, way: position.way })
    reveal(position)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !current) return
    const isKnown = pressKey(event.key, current, {
      fit: zoom.fit,
      zoomBy: (direction) => zoomBy(direction, current),
      open: (position) => follow(() => actions.onPress(position)),
      back: () => follow(onBack),
      reset: () => follow(onReset),
      details: actions.onDetails,
      search: onSearch,
      focus: (position) => nodeAt(svg.current, position.way)?.focus({ preventScroll: true }),
    })
    if (isKnown) event.preventDefault()
  }
  return (
    <div ref={frame} className={full.isOn ? 'fixed inset-0 z-30 bg-sheet' : 'relative min-w-0'}>
      <PictureTools
        {...{ choice, full, zoom, svg, layer }}
        name={seats[0]?.profile_id ?? 'network'}
      />
      <div
        ref={pane}
        // Legs are left and right in every language.
        dir="ltr"
        style={{ height }}
        className={
          'relative cursor-grab touch-pan-y overflow-clip select-none active:cursor-grabbing'
        }
        {...{ onKeyDown }}
      >
        <PictureSheet
          {...{ sheet, svg, layer, layout, label, fresh, onFocus }}
          current={current?.way ?? ''}
          {...actions}
        />
      </div>
      <output className="sr-only">
        {fresh.map(({ user }) => t`${user.username} has joined.`).join(' ')}
      </output>
    </div>
  )
}
