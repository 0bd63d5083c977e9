import { call } from '../session/call.ts'
import { queryOptions } from '@tanstack/react-query'

export const ownSessionsQuery = queryOptions({
  queryKey: ['operatorListSessions'],
  queryFn: ({ signal }) => call('operatorListSessions', {}, { signal }),
})

export const ownPasskeysQuery = queryOptions({
  queryKey: ['operatorListPasskeys'],
  queryFn: ({ signal }) => call('operatorListPasskeys', {}, { signal }),
})
