'use no memo'

import { joinClasses } from '../format/join-classes.ts'
import { PLAN_COLORS, rankOf } from './plan-color.ts'

/** The plan's rank as five stairs, some of them filled, so it's recognizable without color too. */
export function PlanMark({ plan, className = 'size-5' }: { plan: string; className?: string }) {
  const rank = rankOf(plan)
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      className={joinClasses(PLAN_COLORS[rank]?.mark, className)}
    >
      {[0, 1, 2, 3, 4].map((step) => (
        <rect
          key={step}
          x={1.5 + step * 3.5}
          y={11 - step * 2.25}
          width="2.5"
          height={7 + step * 2.25}
          rx=".6"
          fill="currentColor"
          opacity={step <= rank ? 1 : 0.25}
        />
      ))}
    </svg>
  )
}

export function PlanBadge({ plan }: { plan: string }) {
  const color = PLAN_COLORS[rankOf(plan)]
  return (
    <span
      className={joinClasses(
        'inline-flex h-6 items-center gap-1.5 rounded-full border px-2 text-xs font-semibold',
        color?.chip,
      )}
    >
      <PlanMark plan={plan} className="size-3.5" />
      {/* Its line is the badge's baseline, so it matches the texts next to it. */}
      <span className="self-baseline leading-5.5">{plan}</span>
    </span>
  )
}
