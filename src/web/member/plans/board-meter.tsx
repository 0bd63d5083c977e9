'use no memo'

import { Trans } from '@lingui/react/macro'
import { joinClasses } from '../../ui/format/join-classes.ts'

/** The six positions of a board as two and four, showing how many are taken. */
export function BoardMeter({ filled, className }: { filled: number; className?: string }) {
  return (
    <span className={joinClasses('block', className)}>
      <span className="flex gap-1 forced-color-adjust-none" aria-hidden="true">
        {[0, 1, 2, 3, 4, 5].map((index) => (
          <span
            key={index}
            className={joinClasses(
              'h-2 flex-1 rounded-xs',
              index < filled ? 'bg-accent' : 'bg-line',
              index === 1 && 'me-2',
            )}
          />
        ))}
      </span>
      <span className="figures mt-1.5 block text-sm text-soft">
        <Trans>{filled} of 6 positions filled</Trans>
      </span>
    </span>
  )
}
