import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { joinClasses } from '../../../ui/format/join-classes.ts'
import { colorOf, rankOf } from '../../../ui/plan/plan-color.ts'
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

/** The approximate width of a letter in a username. */
const CHARACTER = 7.6
/** Names slightly wider than the available room are drawn narrower. */
const MAX_SQUEEZED = 1.3
/** SVG has no button element. */
const BUTTON = { role: 'button', tabIndex: -1 }

type UsernameProps = { name: string; width: number; height: number }

/** A username in the middle. A long one begins at one edge and is cut off at the other. */
function Username({ name, width, height }: UsernameProps) {
  const room = width - 8
  const needed = name.length * CHARACTER
  const isLong = needed > room * MAX_SQUEEZED
  const isSqueezed = !isLong && needed > room
  return (
    <svg x={4} width={room} height={height}>
      <text
        x={isLong ? 0 : room / 2}
        y={39}
        fontSize={width < 92 ? 13 : 14}
        textAnchor={isLong ? 'start' : 'middle'}
        {...(isSqueezed && { textLength: room, lengthAdjust: 'spacingAndGlyphs' })}
        className="fill-ink font-semibold"
      >
        {name}
        {isSqueezed ? '' : ' '}
      </text>
    </svg>
  )
}

/** One position of the picture as buttons for pointers. */
export function PictureNode(props: PictureNodeProps) {
  const { node, sizes, isFresh, onPress } = props
  const { position, x, y } = node
  const { seat } = position
  const below = hiddenBelow(position)
  return (
    <g transform={`translate(${x},${y})`} className={isFresh ? 'animate-appear' : ''}>
      <Press name={buttonName(position)} onPress={() => onPress(position)}>
        {seat ? (
          <Taken position={position} sizes={sizes} />
        ) : (
          <Vacant position={position} sizes={sizes} />
        )}
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

function Vacant({ position, sizes: { width, height } }: { position: Position; sizes: Sizes }) {
  const label = labelOf(position)
  return (
    <>
      <rect
        width={width}
        height={height}
        rx={7}
        strokeDasharray="4 4"
        className="fill-sheet stroke-edge"
      />
      {label && (
        <Line x={width / 2} y={27} size={11.5} className="fill-faint">
          {label}
        </Line>
      )}
      <Line x={width / 2} y={label ? 46 : 42} size={13} className="fill-soft">
        <Trans>Empty</Trans>
      </Line>
    </>
  )
}

function Taken({ position, sizes }: { position: Position; sizes: Sizes }) {
  const { seat } = position
  if (!seat) return null
  const { width, height, strip } = sizes
  const color = colorOf(seat.plan.name)
  const middle = width / 2
  const planText = width >= 92 ? seat.plan.name : ''
  const planX = middle - (17 + planText.length * 6) / 2
  return (
    <>
      <rect
        width={width}
        height={height + strip}
        rx={7}
        strokeDasharray={seat.active ? undefined : '2 3'}
        strokeOpacity={0.6}
        className={joinClasses('fill-sheet', seat.active ? color.stroke : 'stroke-edge')}
      />
      <path d={topShape(width, height)} fillOpacity={0.09} className={color.fill} />
      <Line x={middle} y={20} size={11.5} className="fill-faint">
        {labelOf(position)}
      </Line>
      <Username name={seat.user.username} width={width} height={height} />
      <Stairs x={planX} y={51} rank={rankOf(seat.plan.name)} className={color.fill} />
      {planText && (
        <text x={planX + 18} y={61} fontSize={11.5} className={`font-medium ${color.fill}`}>
          {planText}
        </text>
      )}
    </>
  )
}

const topShape = (width: number, height: number) =>
  `M0 ${height}V7a7 7 0 0 1 7-7H${width - 7}a7 7 0 0 1 7 7V${height}z`

type LineProps = { x: number; y: number; size: number; className: string; children: ReactNode }

function Line({ x, y, size, className, children }: LineProps) {
  return (
    <text x={x} y={y} fontSize={size} textAnchor="middle" className={className}>
      {/* The invisible space separates the button’s words for screen readers. */}
      {children}{' '}
    </text>
  )
}

/** The network continues below the picture's last row. */
function Stub({ x, y, count }: { x: number; y: number; count: number }) {
  return (
    <>
      <path d={`M${x} ${y}v7`} className="stroke-edge" strokeWidth={1.5} />
      <Line x={x} y={y + 19} size={11.5} className="figures fill-soft">
        <Trans>+{count} below</Trans>
      </Line>
    </>
  )
}

type StairsProps = { x: number; y: number; rank: number; className: string }

/** The plan's rank as five stairs, as everywhere next to a plan's name. */
function Stairs({ x, y, rank, className }: StairsProps) {
  return (
    <g transform={`translate(${x},${y}) scale(.68)`} className={className} aria-hidden="true">
      {[0, 1, 2, 3, 4].map((step) => (
        <rect
          key={step}
          x={step * 3.5}
          y={9 - step * 2.25}
          width={2.5}
          height={7 + step * 2.25}
          rx={0.6}
          opacity={step <= rank ? 1 : 0.25}
        />
      ))}
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
