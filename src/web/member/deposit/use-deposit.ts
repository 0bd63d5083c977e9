import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { depositQuery } from './queries.ts'

/** The current state of a deposit request. A failure to load it is reported once. */
export function useDeposit(requestId: string) {
  const query = useQuery(depositQuery(requestId))
  const { error, isLoadingError } = query
  useEffect(() => {
    if (isLoadingError) toastFailure(error, t`Failed to fetch deposit details`, t`Error`)
  }, [error, isLoadingError])
  return query
}
