import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toastError } from '../../ui/toast/toast.ts'
import { ApiError, messageOf } from '../../client/api-error.ts'
import { rateQuery } from './queries.ts'

/** Whether there is no rate because the price jumped, which the server's answer explains. */
export const isHeldBack = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'rate_held_back'

/** Why there is no rate: the server's own sentence for a held-back one. */
export function rateTrouble(error: unknown): string {
  const lost = t`Failed to load TRX conversion rate`
  return isHeldBack(error) ? messageOf(error, lost) : lost
}

/** The live rate. A failure to load it is reported once. */
export function useRate({ enabled = true } = {}) {
  const query = useQuery({ ...rateQuery, enabled })
  const { error, isLoadingError } = query
  useEffect(() => {
    if (isLoadingError) toastError(t`Error`, rateTrouble(error))
  }, [isLoadingError, error])
  return query
}
