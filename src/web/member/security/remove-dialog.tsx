import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../session/api.ts'
import { messageOf } from '../../client/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toastError } from '../../ui/toast/toast.ts'
import { toastAnswer } from '../../ui/toast/toast-answer.ts'
import { securityQuery } from './queries.ts'
import { isStepUpAsked, useStepUp } from './step-up.tsx'

/** Turns off two-step verification, and explains what that means. */
export function RemoveDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Remove two-step verification`}
      description={t`After that, your password alone confirms withdrawals.`}
    >
      <RemoveForm onDone={onClose} />
    </Dialog>
  )
}

function RemoveForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient()
  const runConfirmed = useStepUp()
  const { data } = useQuery(securityQuery)
  const remove = useMutation({
    mutationFn: () => runConfirmed(() => call('disableTotp', {})),
    onSuccess: (answer) => {
      toastAnswer(answer)
      void client.invalidateQueries({ queryKey: securityQuery.queryKey })
      onDone()
    },
    onError: (error) => {
      if (!isStepUpAsked(error)) toastError(t`Error`, messageOf(error, t`Failed to remove it`))
    },
  })
  return (
    <div className="grid gap-4">
      <p className="text-soft">
        {data && data.hold_hours > 0
          ? t`We pause payouts for ${data.hold_hours} hours afterwards and email you.`
          : t`We’ll email you about it.`}{' '}
        <Trans>Your recovery codes stop working.</Trans>
      </p>
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={onDone}>
          <Trans>Keep it</Trans>
        </Button>
        <Button kind="danger" pending={remove.isPending} onClick={() => remove.mutate()}>
          <Trans>Remove</Trans>
        </Button>
      </div>
    </div>
  )
}
