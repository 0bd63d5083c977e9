import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../button.tsx'
import { switchOff } from '../focus/switch-off.ts'

/** An address of the same page, a click handler, or nothing in that direction. */
type Step = { search: string } | (() => void) | null

type PagesProps = { previous: Step; next: Step; children?: ReactNode }

/** The position in a long list, with links to the previous and next page. */
export const Pages = ({ previous, next, children }: PagesProps) => (
  <nav aria-label={t`Pages`} className="mt-3 flex items-center justify-between gap-4 text-sm">
    <p className="figures text-faint">{children}</p>
    {(previous || next) && (
      <div className="flex gap-2">
        <Go step={previous} other={next} icon="back" label={t`Previous`} />
        <Go step={next} other={previous} icon="forward" label={t`Next`} />
      </div>
    )}
  </nav>
)

type GoProps = { step: Step; other: Step; icon: 'back' | 'forward'; label: string }

/** It may have led here, so it keeps the focus at the end of the list. */
function Go({ step, other, icon, label }: GoProps) {
  const look = { size: 'small', icon } as const
  const off = switchOff(step === null)
  if (typeof (step ?? other) === 'function') {
    return (
      <Button {...look} onClick={typeof step === 'function' ? step : undefined} {...off}>
        {label}
      </Button>
    )
  }
  return (
    <ButtonLink {...look} to={typeof step === 'object' && step ? step : ''} {...off}>
      {label}
    </ButtonLink>
  )
}
