import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { messageOf } from '../../api-error.ts'
import { toast, toastError } from '../../ui/toast.ts'
import { MoneyButton } from '../money-button.tsx'
import { useIdempotencyKey } from '../use-idempotency-key.ts'

/** Calls a withdrawal back while nobody has decided about it: the whole amount returns. */
export function CancelWithdrawal({ id }: { id: string }) {
  const client = useQueryClient()
  const sendOnce = useIdempotencyKey()
  const cancel = useMutation({
    mutationFn: () =>
      sendOnce(id, (idempotencyKey) =>
        call('cancelWithdrawal', { params: { id } }, { idempotencyKey }),
      ),
    onSuccess: () => {
      toast('Withdrawal cancelled', { kind: 'success' })
      void client.invalidateQueries()
    },
    onError: (error) => toastError('Error', messageOf(error, 'Failed to cancel withdrawal')),
  })
  return (
    <div className="mt-2">
      <MoneyButton
        kind="danger"
        size="small"
        icon="close"
        pending={cancel.isPending}
        onClick={() => cancel.mutate()}
      >
        Cancel withdrawal
      </MoneyButton>
    </div>
  )
}
