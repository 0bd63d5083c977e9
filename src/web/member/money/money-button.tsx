import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import type { ComponentProps, MouseEvent } from 'react'
import { useOnline } from '../../client/online.ts'
import { Button } from '../../ui/button.tsx'

const UNREACHABLE = { className: 'cursor-not-allowed opacity-55', 'aria-disabled': true } as const

/** Also keeps a form from being submitted by Enter. */
const ignore = (event: MouseEvent) => event.preventDefault()

/**
 * A button that moves money. While Twofold is unreachable, it is disabled and explains why, because
 * we never queue money for a later connection. It keeps the focus, which a click has left on it.
 */
export function MoneyButton(props: ComponentProps<typeof Button>) {
  const reachable = useOnline()
  const id = useId()
  return (
    <>
      <Button
        {...props}
        {...(!reachable && { ...UNREACHABLE, 'aria-describedby': id, onClick: ignore })}
      />
      {!reachable && (
        <p id={id} className="mt-1.5 text-sm text-warn">
          <Trans>You’re offline. You can move money again once you’re back online.</Trans>
        </p>
      )}
    </>
  )
}
