import { queryOptions } from '@tanstack/react-query'
import { call } from '../../session/api.ts'
import type { CallAnswer } from '../../../contract/call.ts'

const WITHDRAWAL_POLL_MS = 15_000

const isUnderWay = (stage: string) => ['pending', 'approved', 'sent', 'failed'].includes(stage)

export const withdrawalsQuery = queryOptions({
  queryKey: ['withdrawals'],
  meta: { live: ['withdrawal'] },
  queryFn: async ({ signal }) => (await call('listWithdrawals', {}, { signal })).results,
  refetchInterval: ({ state }) =>
    state.data?.some(({ stage }) => isUnderWay(stage)) ? WITHDRAWAL_POLL_MS : false,
})

/** The coins available for a payout, and with an amount, the network fee for USDT. */
export const withdrawalTermsQuery = (amount?: string) =>
  queryOptions({
    queryKey: ['withdrawal-terms', amount ?? null],
    queryFn: ({ signal }) =>
      call('getWithdrawalTerms', { query: amount ? { amount } : {} }, { signal }),
    staleTime: 60_000,
  })

export type Withdrawal = CallAnswer<'listWithdrawals'>['results'][number]
