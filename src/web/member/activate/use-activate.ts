import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { spokenText } from '../../api-error.ts'
import { toast } from '../../ui/toast.ts'
import { sayMoneyFailure } from '../say-money-failure.ts'
import { useIdempotencyKey } from '../use-idempotency-key.ts'
import type { Profile } from './activation-dialog.tsx'

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
      toast(spokenText(detail) || t`Profile Activated`, { kind: 'success', durationMs: 5000 })
      void client.invalidateQueries()
      onDone()
    },
    onError: (error) => sayMoneyFailure(client, error, t`Activation failed`),
  })
}
