import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../session/api.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  meta: { live: ['wallet', 'network', 'account'] },
  queryFn: ({ signal }) => call('getMe', {}, { signal }),
  // Without events, the balance still updates.
  refetchInterval: 60_000,
})

export const useMe = () => useQuery(meQuery)
