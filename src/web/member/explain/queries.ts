import { queryOptions } from '@tanstack/react-query'
import { call } from '../../session/api.ts'

/** The rewards that a profile's activation paid the member, and why others are missing. */
export const explainQuery = (profile: string) =>
  queryOptions({
    queryKey: ['explain', profile],
    queryFn: ({ signal }) => call('explainRewards', { query: { profile_id: profile } }, { signal }),
  })
