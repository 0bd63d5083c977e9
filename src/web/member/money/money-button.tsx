import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import type { ComponentProps } from 'react'
import { useOnline } from '../../client/online.ts'
import { Button } from '../../ui/button.tsx'

/**
 * A button that moves money. While Twofold cannot be reached it takes no press and says why:
 * nothing about money waits in a queue for a connection.
 */
export function MoneyButton({ disabled, ...rest }: ComponentProps<typeof Button>) {
  const reachable = useOnline()
  const id = useId()
  return (
    <>
      <Button
        {...rest}
        disabled={disabled === true || !reachable}
        aria-describedby={reachable ? undefined : id}
      />
      {!reachable && (
        <p id={id} className="mt-1.5 text-sm text-warn">
          <Trans>You’re offline. You can move money again once you’re back online.</Trans>
        </p>
      )}
    </>
  )
}
