import { queryOptions } from '@tanstack/react-query'
import { call } from '../../session/api.ts'

export const rateQuery = queryOptions({
  queryKey: ['rate'],
  queryFn: ({ signal }) => call('getLiveRate', {}, { signal }),
  refetchInterval: 15_000,
})

/** The token that counts as USDT, and how many confirmations a payment needs. Never changes. */
export const chainQuery = queryOptions({
  queryKey: ['chain'],
  queryFn: ({ signal }) => call('getChain', {}, { signal }),
  staleTime: Infinity,
})
