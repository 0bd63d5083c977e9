import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../session/api.ts'
import { localize } from '../../client/api-error.ts'
import { toast } from '../../ui/toast/toast.ts'
import { toastPaymentError } from '../money/toast-payment-error.ts'
import { useIdempotencyKey } from '../money/use-idempotency-key.ts'
import type { Profile } from '../../session/session.ts'

/**
 * Activates a profile. Everything the member sees may change with it, so all of it is read
 * anew.
 */
export function useActivate(onDone: () => void) {
  const client = useQueryClient()
  const sendOnce = useIdempotencyKey('activateProfile')
  return useMutation({
    mutationFn: (profile: Profile) =>
      sendOnce(profile.id, (idempotencyKey) =>
        call('activateProfile', { params: { id: profile.id } }, { idempotencyKey }),
      ),
    onSuccess: ({ detail }) => {
      toast(localize(detail) || t`Profile Activated`, { kind: 'success', durationMs: 5000 })
      void client.invalidateQueries()
      onDone()
    },
    onError: (error) => toastPaymentError(client, error, t`Activation failed`),
  })
}
