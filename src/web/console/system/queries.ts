import { call } from '../session/call.ts'
import { queryOptions } from '@tanstack/react-query'

export const jobsQuery = queryOptions({
  queryKey: ['listJobs'],
  queryFn: ({ signal }) => call('listJobs', {}, { signal }),
  refetchInterval: 20_000,
})

export const custodyQuery = queryOptions({
  queryKey: ['getCustody'],
  queryFn: ({ signal }) => call('getCustody', {}, { signal }),
  refetchInterval: 20_000,
})
