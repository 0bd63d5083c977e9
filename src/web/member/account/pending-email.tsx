import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { call } from '../../session/api.ts'
import type { User } from '../../session/session.ts'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { useKeepUpdated } from '../security/update-me.ts'

/** The pending address, and how to cancel it: by saving the one on file. */
export function PendingEmail({ user, pending }: { user: User; pending: string }) {
  const keep = useKeepUpdated()
  const [canceling, setCanceling] = useState(false)
  const cancel = async () => {
    setCanceling(true)
    try {
      const updated = await call('updateMe', { body: { email: user.email } })
      keep(updated)
      toast(t`Email change canceled`, { kind: 'success' })
    } catch (error) {
      toastFailure(error, t`We couldn’t cancel the change. Try again.`)
      setCanceling(false)
    }
  }
  return (
    <span className="mt-1 block text-sm">
      <span className="block break-all text-warn">
        <Trans>Pending change to {pending}. Confirm it from the email we sent.</Trans>
      </span>
      <Button size="small" className="mt-1.5" pending={canceling} onClick={cancel}>
        <Trans>Cancel the change</Trans>
      </Button>
    </span>
  )
}
