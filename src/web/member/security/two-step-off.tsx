import type { Enrolment } from './queries.ts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../client/api-error.ts'
import { call } from '../../session/api.ts'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { toastError } from '../../ui/toast/toast.ts'
import { isStepUpAsked, useStepUp } from './step-up.tsx'

const EnrolDialog = lazyDialog(async () => (await import('./enrol-dialog.tsx')).EnrolDialog)

export function TurnedOff() {
  const runConfirmed = useStepUp()
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const start = useMutation({
    mutationFn: () => runConfirmed(() => call('startTotp', {})),
    onSuccess: setEnrolment,
    onError: (error) => {
      if (!isStepUpAsked(error)) toastError(t`Error`, messageOf(error, t`Failed to start`))
    },
  })
  return (
    <>
      <p className="mt-2 text-soft">
        <Trans>
          We ask for a code from your phone before money leaves your account or your settings
          change. A stolen password alone isn’t enough to withdraw.
        </Trans>
      </p>
      <div className="mt-4">
        <Button icon="shield" pending={start.isPending} onClick={() => start.mutate()}>
          <Trans>Set up</Trans>
        </Button>
      </div>
      {enrolment && <EnrolDialog enrolment={enrolment} onClose={() => setEnrolment(null)} />}
    </>
  )
}
