import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import type { ComponentProps } from 'react'
import { useOnline } from '../../client/online.ts'
import { Button } from '../../ui/button.tsx'

/**
 * A button that moves money. While Twofold is unreachable, it is disabled and explains why, because
 * we never queue money for a later connection.
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
