import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../session/api.ts'
import { keepUser, type User } from '../../session/session.ts'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { toast } from '../../ui/toast/toast.ts'
import { meQuery } from '../me/queries.ts'
import { useStepUp } from '../security/step-up.tsx'

export type ProfileFields = {
  first_name: string
  last_name: string
  email: string
  phone_number: string
  wallet_address: string
  auto_upgrade: boolean
  share_contact: boolean
}

/** Saves the member's own data, once the password is confirmed where that is needed. */
export function useSaveProfile(user: User) {
  const client = useQueryClient()
  const runConfirmed = useStepUp()
  return async ({ email, ...rest }: ProfileFields) => {
    const wallet_address = rest.wallet_address.trim() || null
    // Saving the address on file cancels one that is waiting: that isn't what was changed here.
    const body = { ...rest, wallet_address, ...(email !== user.email && { email }) }
    const updated = await runConfirmed(() => call('updateMe', { body }))
    client.setQueryData(meQuery.queryKey, updated)
    keepUser(updated)
    toast(t`Profile updated`, { kind: 'success' })
  }
}

/** Tells the member that nothing was saved, and why. */
export const sayFailure = (error: unknown) =>
  toastFailure(error, t`Failed to update profile`, t`Error`)
