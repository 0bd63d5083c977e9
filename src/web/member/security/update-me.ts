import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { tronAddressPattern } from '../../../contract/fields/limits.ts'
import type { CallInput } from '../../../contract/call.ts'
import { call } from '../../session/api.ts'
import { keepUser } from '../../session/session.ts'
import type { User } from '../../session/session.ts'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { toast } from '../../ui/toast/toast.ts'
import { tellOtherTabs } from '../live/live.ts'
import { meQuery } from '../me/queries.ts'
import { isStepUpAsked, useStepUp } from './step-up.tsx'

export const addressRules = () => ({
  setValueAs: (value: string) => value.trim(),
  pattern: {
    value: tronAddressPattern,
    message: t`Enter a TRON address: T and 33 more characters.`,
  },
})

/** Shows the member's changed data, in the other tabs too. */
export function useKeepUpdated() {
  const client = useQueryClient()
  return (updated: User) => {
    client.setQueryData(meQuery.queryKey, updated)
    keepUser(updated)
    tellOtherTabs('account')
  }
}

/**
 * Changes the member's own data, after a step-up where needed. `moveFocus` runs before the page
 * shows the change, for a form that disappears with it: a dialog whose focused field is removed
 * takes the focus itself.
 */
export function useUpdateMe() {
  const keep = useKeepUpdated()
  const runConfirmed = useStepUp()
  return async (body: NonNullable<CallInput<'updateMe'>['body']>, moveFocus?: () => void) => {
    const updated = await runConfirmed(() => call('updateMe', { body }))
    moveFocus?.()
    keep(updated)
    toast(t`Profile updated`, { kind: 'success' })
  }
}

/** Tells the member that nothing was saved, and why, unless they declined to confirm it. */
export function sayFailure(error: unknown): void {
  if (!isStepUpAsked(error)) toastFailure(error, t`Failed to update profile`, t`Error`)
}
