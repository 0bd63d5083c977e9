import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { activityQuery } from '../activity/queries.ts'
import { meQuery, useMe } from '../me/queries.ts'
import { depositQuery, depositsQuery, isOnItsWay, type Deposit } from './queries.ts'

/** The current state of a deposit request. A failure to load it is reported once. */
export function useDeposit(requestId: string) {
  const query = useQuery(depositQuery(requestId))
  const { error, isLoadingError } = query
  useEffect(() => {
    if (isLoadingError) toastFailure(error, t`Failed to fetch deposit details`, t`Error`)
  }, [error, isLoadingError])
  return query
}

/** Refreshes what a credit changes elsewhere as soon as it appears here. */
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

const REFRESH_MS = 15_000

/** Whether there is something to do or to wait for. Only the server knows what has expired. */
const isUnfinished = (deposit: Deposit): boolean =>
  isOnItsWay(deposit) || deposit.stage === 'mismatch'

const useOpen = (id: string | undefined) =>
  useQuery({
    ...depositQuery(id ?? ''),
    refetchInterval: REFRESH_MS,
    enabled: id !== undefined,
  })

/** The member's open deposits, newest first: at most one for each of the two coins. */
export function useOpenDeposits() {
  const ids = useMe().data?.open_deposits ?? []
  const results = [useOpen(ids[0]), useOpen(ids[1])].slice(0, ids.length)
  return {
    /** Known from the start, to reserve their place. */
    count: ids.length,
    isPending: results.some((result) => result.isPending),
    failed: results.find((result) => result.isLoadingError),
    deposits: results.flatMap(({ data }) => (data && isUnfinished(data) ? [data] : [])),
  }
}
