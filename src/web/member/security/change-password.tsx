import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const PasswordForm = lazyPart(async () => (await import('./password-form.tsx')).PasswordForm, {
  waiting: <Skeleton className="mt-4 h-80" />,
  missed: <LoadError />,
})

/** The password. Its three fields appear on request. */
export function ChangePassword({ username }: { username: string }) {
  const [isOpen, setOpen] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const close = () => {
    setOpen(false)
    title.current?.focus()
  }
  return (
    <Card label={t`Change password`} className="p-5 sm:p-6">
      <h3 ref={title} tabIndex={-1} className="text-lg font-semibold outline-none">
        <Trans>Change Password</Trans>
      </h3>
      {isOpen ? (
        <PasswordForm username={username} onDone={close} />
      ) : (
        <>
          <p className="mt-2 text-soft">
            <Trans>A new password signs out your other devices.</Trans>
          </p>
          <div className="mt-4">
            <Button icon="lock" onClick={() => setOpen(true)}>
              <Trans>Change Password</Trans>
            </Button>
          </div>
        </>
      )}
    </Card>
  )
}
