import type { ReactNode } from 'react'
import { joinClasses } from '../../ui/format/join-classes.ts'
import { TooltipProvider } from '../../ui/tooltip.tsx'
import type { Position } from './positions.ts'

type TreePictureProps = {
  positions: Position[]
  label: string
  renderPosition: (position: Position) => ReactNode
}

/** Seven positions as one folded sheet: the root above its two halves, each above its own two. */
export function TreePicture({ positions, label, renderPosition }: TreePictureProps) {
  const [root, left, right, ...leaves] = positions
  if (!root || !left || !right) return null
  return (
    <TooltipProvider>
      <fieldset aria-label={label} className="crease relative isolate min-w-0">
        <div className="relative z-10 mx-auto w-1/2 max-w-48 bg-sheet">{renderPosition(root)}</div>
        <Branches parents={1} />
        <div className="relative grid grid-cols-2 gap-[4%] sm:gap-[8%]">
          {[left, right].map((position) => (
            <div key={position.way} className="mx-auto w-full max-w-48 *:h-full">
              {renderPosition(position)}
            </div>
          ))}
        </div>
        <Branches parents={2} />
        <div className="relative grid grid-cols-4 gap-1 sm:gap-3">
          {leaves.map((position) => (
            <div key={position.way} className="mx-auto w-full max-w-44 min-w-0 *:h-full">
              {renderPosition(position)}
            </div>
          ))}
        </div>
      </fieldset>
    </TooltipProvider>
  )
}

/** The lines from each parent to its two children, across the whole width. */
function Branches({ parents }: { parents: 1 | 2 }) {
  const centers = parents === 1 ? [200] : [100, 300]
  const reach = parents === 1 ? 100 : 50
  return (
    <svg
      viewBox="0 0 400 24"
      preserveAspectRatio="none"
      aria-hidden="true"
      fill="none"
      className={joinClasses('relative block h-6 w-full stroke-edge')}
    >
      {centers.map((x) => (
        <path
          key={x}
          d={`M${x} 0V12M${x - reach} 24V12H${x + reach}V24`}
          vectorEffect="non-scaling-stroke"
          strokeWidth="1.5"
        />
      ))}
    </svg>
  )
}
