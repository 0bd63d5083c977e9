import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../session/call.ts'
import { useOperator } from '../session/operator-session.ts'
import type { CallAnswer } from '../../../contract/call.ts'
import { countApprovals } from './count-approvals.ts'

const EVERY_MS = 20_000

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => call('getOverview', {}, { signal }),
  refetchInterval: EVERY_MS,
})

/** The number of items in each queue; undefined until the first answer. */
export function useQueueSizes() {
  const { role } = useOperator()
  const { data } = useQuery(overviewQuery)
  if (!data) return undefined
  const { queues } = data
  return {
    withdrawals: queues.withdrawals_pending,
    deposits: queues.unattributed,
    messages: queues.messages,
    approvals: countApprovals(queues, role),
  }
}

export type OverviewAnswer = CallAnswer<'getOverview'>

export const trendsQuery = (days: '7' | '30' | '90' | '365') =>
  queryOptions({
    queryKey: ['getTrends', days],
    queryFn: ({ signal }) => call('getTrends', { query: { days } }, { signal }),
    placeholderData: keepPreviousData,
  })
