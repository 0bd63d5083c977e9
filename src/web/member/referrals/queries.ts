import { queryOptions } from '@tanstack/react-query'
import { call } from '../../session/api.ts'
import type { CallAnswer } from '../../../contract/call.ts'

export const referralsQuery = queryOptions({
  queryKey: ['referrals'],
  meta: { live: ['network'] },
  queryFn: async ({ signal }) => {
    const answer = await call('listReferrals', {}, { signal })
    return Array.isArray(answer) ? answer : answer.results
  },
})

export type Referral = Extract<CallAnswer<'listReferrals'>, unknown[]>[number]
