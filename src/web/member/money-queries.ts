import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallInput } from '../../contract/call.ts'
import { call } from '../api.ts'
import { TOPICS } from '../live/topics.ts'

// What the money rooms read beside the queries that every page shares.

/** The token that counts as USDT, and how many confirmations a payment needs. Never changes. */
export const chainQuery = queryOptions({
  queryKey: ['chain'],
  queryFn: ({ signal }) => call('getChain', {}, { signal }),
  staleTime: Infinity,
})

export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: ({ signal }) => call('getSecurity', {}, { signal }),
})

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call('listSessions', {}, { signal }),
})

/** In which coins a payout may be asked for; with an amount, what the network takes for USDT. */
export const withdrawalTermsQuery = (amount?: string) =>
  queryOptions({
    queryKey: ['withdrawal-terms', amount ?? null],
    queryFn: ({ signal }) =>
      call('getWithdrawalTerms', { query: amount ? { amount } : {} }, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })

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

/** What the activation of a profile paid the member, and what it did not and why. */
export const explainQuery = (profile: string) =>
  queryOptions({
    queryKey: ['explain', profile],
    queryFn: ({ signal }) => call('explainRewards', { query: { profile_id: profile } }, { signal }),
  })

export type ActivityInput = NonNullable<CallInput<'listActivity'>['query']>

export const activityPageQuery = (query: ActivityInput) =>
  queryOptions({
    queryKey: ['activity-page', query],
    meta: { live: [...TOPICS] },
    queryFn: ({ signal }) => call('listActivity', { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export type StatementInput = Pick<CallInput<'getStatement'>['query'], 'from' | 'to'>

export const statementQuery = (query: StatementInput) =>
  queryOptions({
    queryKey: ['statement', query],
    meta: { live: ['wallet'] },
    queryFn: ({ signal }) => call('getStatement', { query }, { signal }),
    placeholderData: keepPreviousData,
  })
