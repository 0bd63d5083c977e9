import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallInput, CallAnswer } from '../../../contract/call.ts'
import { call } from '../../session/api.ts'

export type EarningsInput = NonNullable<CallInput<'getEarnings'>['query']>

export const earningsQuery = (query: EarningsInput) =>
  queryOptions({
    queryKey: ['earnings', query],
    meta: { live: ['wallet'] },
    queryFn: ({ signal }) => call('getEarnings', { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const boardQuery = (profile: string) =>
  queryOptions({
    queryKey: ['board', profile],
    meta: { live: ['wallet', 'network'] },
    queryFn: ({ signal }) => call('getBoard', { params: { id: profile } }, { signal }),
  })

export type Earnings = CallAnswer<'getEarnings'>
