import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../button.tsx'

/** An address of the same page, a click handler, or nothing in that direction. */
type Step = { search: string } | (() => void) | null

type PagesProps = { previous: Step; next: Step; children?: ReactNode }

/** The position in a long list, with links to the previous and next page. */
export const Pages = ({ previous, next, children }: PagesProps) => (
  <nav aria-label={t`Pages`} className="mt-3 flex items-center justify-between gap-4 text-sm">
    <p className="figures text-faint">{children}</p>
    {(previous || next) && (
      <div className="flex gap-2">
        <Go step={previous} icon="back" label={t`Previous`} />
        <Go step={next} icon="forward" label={t`Next`} />
      </div>
    )}
  </nav>
)

function Go({ step, icon, label }: { step: Step; icon: 'back' | 'forward'; label: string }) {
  if (step === null || typeof step === 'function') {
    return (
      <Button size="small" icon={icon} disabled={step === null} onClick={() => step?.()}>
        {label}
      </Button>
    )
  }
  return (
    <ButtonLink size="small" icon={icon} to={step}>
      {label}
    </ButtonLink>
  )
}
