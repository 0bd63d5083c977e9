import { t } from '@lingui/core/macro'
import { joinClasses } from '../ui/join-classes.ts'

const SEATS = [
  { label: 'You', x: 280, y: 44, side: 'root' },
  { label: 'L', x: 140, y: 150, side: 'left' },
  { label: 'R', x: 420, y: 150, side: 'right' },
  { label: 'LL', x: 70, y: 256, side: 'left' },
  { label: 'LR', x: 210, y: 256, side: 'left' },
  { label: 'RL', x: 350, y: 256, side: 'right' },
  { label: 'RR', x: 490, y: 256, side: 'right' },
] as const

const EDGES = [
  [0, 1],
  [0, 2],
  [1, 3],
  [1, 4],
  [2, 5],
  [2, 6],
] as const

const HALF_WIDTH = 38
const HALF_HEIGHT = 29

function elbow(from: (typeof SEATS)[number], to: (typeof SEATS)[number]): string {
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
  /** What each seat pays to you, by its level: written beneath the seat. */
  pays?: { level1: string; level2: string }
  className?: string
}

/**
 * The board: you, and two levels beneath. It is drawn as one folded sheet, the left half in
 * light and the right one in shade, with the crease between them.
 */
export function NetworkFigure({ title, pays, className }: NetworkFigureProps) {
  return (
    <svg
      viewBox="0 0 560 312"
      role="img"
      aria-label={title}
      className={joinClasses('w-full', className)}
    >
      <path d="M280 92V300" className="stroke-edge" strokeDasharray="2 6" strokeLinecap="round" />
      <g fill="none" className="stroke-edge" strokeWidth="1.5">
        {EDGES.map(([from, to]) => (
          <path key={`${from}-${to}`} d={elbow(SEATS[from], SEATS[to])} />
        ))}
      </g>
      {SEATS.map((seat, index) => (
        <Seat key={seat.label} seat={seat} pays={pays && payOf(index, pays)} />
      ))}
    </svg>
  )
}

function payOf(index: number, pays: { level1: string; level2: string }): string | undefined {
  if (index === 0) return undefined
  return index < 3 ? pays.level1 : pays.level2
}

const FILLS = {
  root: 'fill-accent stroke-accent',
  left: 'fill-accent/22 stroke-accent',
  right: 'fill-accent/8 stroke-accent/60',
}

function Seat({ seat, pays }: { seat: (typeof SEATS)[number]; pays: string | undefined }) {
  const root = seat.side === 'root'
  return (
    <g>
      <rect
        x={seat.x - HALF_WIDTH}
        y={seat.y - HALF_HEIGHT}
        width={HALF_WIDTH * 2}
        height={HALF_HEIGHT * 2}
        rx="8"
        className={FILLS[seat.side]}
        strokeWidth="1.5"
      />
      <text
        x={seat.x}
        y={seat.y + (pays ? -4 : 6.5)}
        textAnchor="middle"
        className={joinClasses(
          'text-[19px] font-semibold max-sm:text-[22px]',
          root ? 'fill-on-accent' : 'fill-ink',
        )}
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
