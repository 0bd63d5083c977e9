'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { joinClasses } from '../../ui/format/join-classes.ts'

const LEVELS = [1, 2, 4, 8, 16]
const WIDTH = 560

/** One sheet folded again and again: each level has twice the positions of the one above it. */
export function DoublingFigure() {
  return (
    <svg
      viewBox="0 0 560 292"
      role="img"
      aria-label={t`1, 2, 4, 8, 16 positions, level by level; the first six are your board`}
      className="w-full"
    >
      {LEVELS.map((count, level) => (
        <Level key={count} count={count} level={level} />
      ))}
      <path d="M6 64v102" className="stroke-accent" strokeWidth="2" fill="none" />
    </svg>
  )
}

function Level({ count, level }: { count: number; level: number }) {
  const left = 44
  const width = (WIDTH - left - 22) / count
  const gap = level < 3 ? 8 : 4
  const board = level === 1 || level === 2
  const y = 8 + level * 56
  return (
    <g>
      <text
        x="24"
        y={y + 28}
        textAnchor="middle"
        className="figures fill-soft text-[15px] max-sm:text-[22px]"
      >
        {count}
      </text>
      {Array.from({ length: count }, (_, index) => (
        <rect
          key={index}
          x={left + index * width + gap / 2}
          y={y}
          width={width - gap}
          height="42"
          rx="5"
          strokeWidth="1.5"
          className={joinClasses(
            level === 0 && 'fill-accent stroke-accent',
            board && (index < count / 2 ? 'fill-accent/22' : 'fill-accent/8'),
            board && 'stroke-accent',
            level > 2 && 'fill-raised stroke-line',
          )}
        />
      ))}
      {level === 0 && (
        <text
          x={left + width / 2}
          y={y + 27}
          textAnchor="middle"
          className="fill-on-accent text-[16px] font-semibold max-sm:text-[22px]"
        >
          <Trans>You</Trans>
        </text>
      )}
    </g>
  )
}
