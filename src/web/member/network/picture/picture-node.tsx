import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { SeatShape, Stub } from '../../../ui/seat/seat-shape.tsx'
import { buttonName, hiddenBelow, labelOf, spokenName } from '../positions.ts'
import type { Position } from '../positions.ts'
import type { PlacedNode, Sizes } from './layout.ts'

export type NodeActions = {
  onPress: (position: Position) => void
  onCopy: (username: string) => void
  onDetails: (position: Position) => void
}

type PictureNodeProps = NodeActions & {
  node: PlacedNode
  sizes: Sizes
  isFresh: boolean
}

/** SVG has no button element. */
const BUTTON = { role: 'button', tabIndex: -1 }

/** One position of the picture as buttons for pointers. */
export function PictureNode(props: PictureNodeProps) {
  const { node, sizes, isFresh, onPress } = props
  const { position, x, y } = node
  const { seat } = position
  const below = hiddenBelow(position)
  return (
    <g transform={`translate(${x},${y})`} className={isFresh ? 'animate-appear' : ''}>
      <Press name={buttonName(position)} onPress={() => onPress(position)}>
        <SeatShape label={labelOf(position)} seat={seat} sizes={sizes} />
      </Press>
      {seat && <Strip {...props} username={seat.user.username} />}
      {below > 0 && <Stub x={sizes.width / 2} y={sizes.height + sizes.strip} count={below} />}
    </g>
  )
}

type TreeItemProps = {
  node: PlacedNode
  sizes: Sizes
  isCurrent: boolean
  onFocus: (position: Position) => void
}

/** The same position for keyboards and screen readers: a tree item with a full description. */
export function TreeItem({ node, sizes, isCurrent, onFocus }: TreeItemProps) {
  const { position, x, y } = node
  const { parent, way } = position
  const isPair = Boolean(parent?.left && parent.right)
  return (
    <g
      role="treeitem"
      aria-label={spokenName(position)}
      aria-level={position.level + 1}
      aria-setsize={isPair ? 2 : 1}
      aria-posinset={isPair && way.endsWith('R') ? 2 : 1}
      aria-expanded={position.left || position.right ? true : undefined}
      aria-selected={isCurrent}
      tabIndex={isCurrent ? 0 : -1}
      data-way={way}
      className="group pointer-events-none outline-none"
      onFocus={() => onFocus(position)}
    >
      <rect
        x={x - 3}
        y={y - 3}
        rx={9}
        width={sizes.width + 6}
        height={sizes.height + (position.seat ? sizes.strip : 0) + 6}
        className="fill-none stroke-accent stroke-2 opacity-0 group-focus-visible:opacity-100"
      />
    </g>
  )
}

type PressProps = { name: string; onPress: () => void; children: ReactNode }

/** A button within the picture. Keyboards use the tree item, so it is no tab stop. */
function Press({ name, onPress, children }: PressProps) {
  return (
    <g {...BUTTON} aria-label={name} onClick={onPress}>
      {children}
    </g>
  )
}

function Strip({
  node,
  sizes,
  username,
  onCopy,
  onDetails,
}: PictureNodeProps & { username: string }) {
  const { width, height, strip } = sizes
  const half = width / 2
  return (
    <g transform={`translate(0,${height})`} data-screen-only>
      <path d={`M0 0H${width}M${half} 0V${strip}`} className="stroke-line" />
      <Press name={t`Copy link of ${username}`} onPress={() => onCopy(username)}>
        <StripIcon x={0} width={half} height={strip} icon="copy" />
      </Press>
      <Press name={t`Details of ${username}`} onPress={() => onDetails(node.position)}>
        <StripIcon x={half} width={half} height={strip} icon="info" />
      </Press>
    </g>
  )
}

type StripIconProps = { x: number; width: number; height: number; icon: 'copy' | 'info' }

function StripIcon({ x, width, height, icon }: StripIconProps) {
  return (
    <>
      <rect x={x} width={width} height={height} className="fill-transparent" />
      <use
        href={`/icons.svg#${icon}`}
        x={x + width / 2 - 8}
        y={height / 2 - 8}
        width={16}
        height={16}
        fill="none"
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
        className="stroke-soft"
      />
    </>
  )
}
