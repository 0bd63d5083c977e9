import { t } from '@lingui/core/macro'
import { useId } from 'react'
import type { ComponentProps, MouseEvent } from 'react'
import { useOnline } from '../../client/online.ts'
import { Button } from '../../ui/button.tsx'

const REFUSED = { className: 'cursor-not-allowed opacity-55', 'aria-disabled': true } as const

/** Also keeps a form from being submitted by Enter. */
const ignore = (event: MouseEvent) => event.preventDefault()

type MoneyButtonProps = ComponentProps<typeof Button> & {
  /** Why the money can't move anymore, if something has changed since the page offered it. */
  refusal?: string | null
}

/**
 * A button that moves money. While Twofold is unreachable, it is disabled and explains why, because
 * we never queue money for a later connection. It keeps the focus, which a click has left on it.
 */
export function MoneyButton({ refusal = null, ...props }: MoneyButtonProps) {
  const reachable = useOnline()
  const id = useId()
  const why = reachable
    ? refusal
    : t`You’re offline. You can move money again once you’re back online.`
  return (
    <>
      <Button
        {...props}
        {...(why !== null && { ...REFUSED, 'aria-describedby': id, onClick: ignore })}
      />
      {why !== null && (
        <output className="mt-1.5 block text-sm text-warn">
          <span id={id}>{why}</span>
        </output>
      )}
    </>
  )
}
