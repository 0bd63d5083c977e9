import { queryOptions } from '@tanstack/react-query'
import { call } from '../../session/api.ts'

export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: ({ signal }) => call('listPlans', {}, { signal }),
  staleTime: 5 * 60_000,
})
