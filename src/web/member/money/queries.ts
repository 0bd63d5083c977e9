import { queryOptions } from '@tanstack/react-query'
import { call } from '../../session/api.ts'

export const rateQuery = queryOptions({
  queryKey: ['rate'],
  queryFn: ({ signal }) => call('getLiveRate', {}, { signal }),
  refetchInterval: 15_000,
})
