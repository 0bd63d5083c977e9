'use no memo'

import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { joinClasses } from '../format/join-classes.ts'
import { colorOf, rankOf } from '../plan/plan-color.ts'
import { splitName } from './split-name.ts'

/** In CSS pixels at scale 1. The strip below a taken seat has room for its buttons. */
export type SeatSizes = { width: number; height: number; strip: number }

type Shown = { user: { username: string }; plan: { name: string }; active: boolean }
type SeatShapeProps = { label: string; seat: Shown | null; sizes: SeatSizes }

/** One position of a network as a drawing, with its top left corner at 0/0. */
export const SeatShape = ({ label, seat, sizes }: SeatShapeProps) =>
  seat ? <Taken label={label} seat={seat} sizes={sizes} /> : <Vacant label={label} sizes={sizes} />

/** The approximate width of a letter in a username, and on one of two lines. */
const CHARACTER = { one: 7.6, two: 6.2 }
/** Names slightly wider than the available room are drawn narrower. */
const MAX_SQUEEZED = 1.3

/** The number of letters in a text. A wide one counts as one and a half. */
const lengthOf = (text: string): number => text.length + text.replace(/[^mw]/gi, '').length / 2

/** The lines of a username, with the size of their font. A long one has two smaller lines. */
function fitName(name: string, width: number) {
  const room = width - 8
  const most = (letter: number) => Math.floor((room * MAX_SQUEEZED) / letter)
  return lengthOf(name) <= most(CHARACTER.one)
    ? { room, lines: [name], letter: CHARACTER.one, size: width < 92 ? 13 : 14 }
    : { room, lines: splitName(name, most(CHARACTER.two)), letter: CHARACTER.two, size: 11 }
}

type UsernameProps = { name: string; width: number; height: number }

/** A username in the middle. */
function Username({ name, width, height }: UsernameProps) {
  const { room, lines, letter, size } = fitName(name, width)
  const first = lines.length > 1 ? 33 : 39
  return (
    <svg x={4} width={room} height={height}>
      <text fontSize={size} textAnchor="middle" className="fill-ink font-semibold">
        {lines.map((line, no) => {
          const isSqueezed = lengthOf(line) * letter > room
          return (
            <tspan
              key={no}
              x={room / 2}
              y={first + no * 13}
              {...(isSqueezed && { textLength: room, lengthAdjust: 'spacingAndGlyphs' })}
            >
              {line}
            </tspan>
          )
        })}{' '}
      </text>
    </svg>
  )
}

type VacantProps = Omit<SeatShapeProps, 'seat'>

function Vacant({ label, sizes: { width, height } }: VacantProps) {
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

function Taken({ label, seat, sizes }: SeatShapeProps & { seat: Shown }) {
  const { width, height, strip } = sizes
  const color = colorOf(seat.plan.name)
  const middle = width / 2
  const planText = width >= 92 ? seat.plan.name : ''
  const planX = middle - (17 + planText.length * 6) / 2
  const planY = fitName(seat.user.username, width).lines.length > 1 ? 53 : 51
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
      <path
        d={topShape(width, height)}
        fillOpacity={0.09}
        className={`fill-current ${color.mark}`}
      />
      <Line x={middle} y={20} size={11.5} className="fill-faint">
        {label}
      </Line>
      <Username name={seat.user.username} width={width} height={height} />
      <Stairs
        x={planX}
        y={planY}
        rank={rankOf(seat.plan.name)}
        className={`fill-current ${color.mark}`}
      />
      {planText && (
        <text x={planX + 18} y={planY + 10} fontSize={11.5} className={`font-medium ${color.fill}`}>
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
export function Stub({ x, y, count }: { x: number; y: number; count: number }) {
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
