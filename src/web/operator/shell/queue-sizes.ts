import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../call.ts'

const EVERY_MS = 20_000

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => call('overview', {}, { signal }),
  refetchInterval: EVERY_MS,
})

const pendingAdjustmentsQuery = queryOptions({
  queryKey: ['findAdjustments', 'pending count'],
  queryFn: async ({ signal }) => {
    const { results } = await call('findAdjustments', { query: { page_size: '100' } }, { signal })
    return results.filter(({ status }) => status === 'pending').length
  },
  refetchInterval: EVERY_MS,
})

/** How many wait in each queue; undefined until the first answer. */
export function useQueueSizes() {
  const overview = useQuery(overviewQuery)
  const approvals = useQuery(pendingAdjustmentsQuery)
  const queues = overview.data?.queues
  if (!queues) return undefined
  return {
    withdrawals: queues.withdrawals_pending,
    deposits: queues.unattributed,
    messages: queues.messages,
    approvals: approvals.data ?? 0,
  }
}
