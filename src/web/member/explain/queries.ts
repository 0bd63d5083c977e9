import { queryOptions } from '@tanstack/react-query'
import { call } from '../../session/api.ts'

/** What the activation of a profile paid the member, and what it did not and why. */
export const explainQuery = (profile: string) =>
  queryOptions({
    queryKey: ['explain', profile],
    queryFn: ({ signal }) => call('explainRewards', { query: { profile_id: profile } }, { signal }),
  })
