import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { activityQuery } from '../activity/queries.ts'
import { meQuery } from '../me/queries.ts'
import { depositQuery, depositsQuery, type Deposit } from './queries.ts'

/** The current state of a deposit request. A failure to load it is reported once. */
export function useDeposit(requestId: string) {
  const query = useQuery(depositQuery(requestId))
  const { error, isLoadingError } = query
  useEffect(() => {
    if (isLoadingError) toastFailure(error, t`Failed to fetch deposit details`, t`Error`)
  }, [error, isLoadingError])
  return query
}

/** Refreshes what a credit changes elsewhere as soon as it shows here. */
export function useRefreshWhenCredited(deposit: Deposit | undefined) {
  const client = useQueryClient()
  const stage = deposit?.stage
  useEffect(() => {
    if (stage !== 'credited') return
    for (const { queryKey } of [meQuery, depositsQuery, activityQuery]) {
      void client.invalidateQueries({ queryKey })
    }
  }, [stage, client])
}
