'use no memo'

import { t } from '@lingui/core/macro'

const CREASE = 280

type Seat = { label: string; x: number; y: number }

// Level by level, from the left: the seat above number n is number (n - 1) / 2, rounded down.
const SEATS: Seat[] = [
  { label: 'You', x: CREASE, y: 44 },
  { label: 'L', x: 140, y: 150 },
  { label: 'R', x: 420, y: 150 },
  { label: 'LL', x: 70, y: 256 },
  { label: 'LR', x: 210, y: 256 },
  { label: 'RL', x: 350, y: 256 },
  { label: 'RR', x: 490, y: 256 },
]

const HALF_WIDTH = 38
const HALF_HEIGHT = 29

function elbow(from: Seat, to: Seat): string {
  const middle = (from.y + to.y) / 2
  const turn = to.x < from.x ? -9 : 9
  return (
    `M${from.x} ${from.y + HALF_HEIGHT}V${middle - 9}` +
    `Q${from.x} ${middle} ${from.x + turn} ${middle}` +
    `H${to.x - turn}Q${to.x} ${middle} ${to.x} ${middle + 9}V${to.y - HALF_HEIGHT}`
  )
}

type NetworkFigureProps = {
  title: string
  /** The reward that each seat pays you, by its level, shown below the seat. */
  pays?: { level1: string; level2: string }
}

/**
 * The board: you, and two levels below. It is drawn as one folded sheet, with the left half in the
 * light, the right one in the shade, and the crease between them.
 */
export function NetworkFigure({ title, pays }: NetworkFigureProps) {
  return (
    <svg viewBox="0 0 560 312" role="img" aria-label={title} className="w-full">
      <path d="M280 92V300" className="stroke-edge" strokeDasharray="2 6" strokeLinecap="round" />
      <g fill="none" className="stroke-edge" strokeWidth="1.5">
        {SEATS.slice(1).map((seat, index) => (
          <path key={seat.label} d={elbow(SEATS[index >> 1] ?? seat, seat)} />
        ))}
      </g>
      {SEATS.map((seat, index) => (
        <SeatMark key={seat.label} seat={seat} pays={pays && payOf(index, pays)} />
      ))}
    </svg>
  )
}

function payOf(index: number, pays: { level1: string; level2: string }): string | undefined {
  if (index === 0) return undefined
  return index < 3 ? pays.level1 : pays.level2
}

function SeatMark({ seat, pays }: { seat: Seat; pays: string | undefined }) {
  const root = seat.x === CREASE
  const half = seat.x < CREASE ? 'fill-accent/22 stroke-accent' : 'fill-accent/8 stroke-accent/60'
  const ink = root ? 'fill-on-accent' : 'fill-ink'
  return (
    <g>
      <rect
        x={seat.x - HALF_WIDTH}
        y={seat.y - HALF_HEIGHT}
        width={HALF_WIDTH * 2}
        height={HALF_HEIGHT * 2}
        rx="8"
        className={root ? 'fill-accent stroke-accent' : half}
        strokeWidth="1.5"
      />
      <text
        x={seat.x}
        y={seat.y + (pays ? -4 : 6.5)}
        textAnchor="middle"
        className={`text-[19px] font-semibold max-sm:text-[22px] ${ink}`}
      >
        {root ? t`You` : seat.label}
      </text>
      {pays && (
        <text
          x={seat.x}
          y={seat.y + 18}
          textAnchor="middle"
          className="figures fill-soft text-[17px] max-sm:text-[20px]"
        >
          {pays}
        </text>
      )}
    </g>
  )
}
