import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { Coin } from '../../domain/money/money.ts'
import { call } from '../api.ts'
import { ApiError } from '../api-error.ts'
import { TOPICS } from '../live/topics.ts'

const MAX_RETRIES = 3

/** Reads are tried again three times, 1 s doubling to 30 s apart; a refusal is an answer. */
function shouldRetry(failures: number, error: Error): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
  return !refused && failures < MAX_RETRIES
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 5 * 60_000,
        staleTime: 10_000,
        retry: shouldRetry,
        retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
        networkMode: 'always',
      },
      // Money is never sent twice by itself, and never waits in a queue for a connection.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

export const meQuery = queryOptions({
  queryKey: ['me'],
  meta: { live: ['wallet', 'network'] },
  queryFn: ({ signal }) => call('me', {}, { signal }),
  // Where no events come through, the balance still follows.
  refetchInterval: 60_000,
})

export const activityQuery = queryOptions({
  queryKey: ['activity'],
  meta: { live: [...TOPICS] },
  queryFn: ({ signal }) => call('recentActivity', {}, { signal }),
})

export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: ({ signal }) => call('listPlans', {}, { signal }),
  staleTime: 5 * 60_000,
})

export const referralsQuery = queryOptions({
  queryKey: ['referrals'],
  meta: { live: ['network'] },
  queryFn: async ({ signal }) => {
    const answer = await call('listReferrals', {}, { signal })
    return Array.isArray(answer) ? answer : answer.results
  },
})

export const rateQuery = queryOptions({
  queryKey: ['rate'],
  queryFn: ({ signal }) => call('liveRate', {}, { signal }),
  refetchInterval: 15_000,
})

/** The ten newest of each kind, as the history shows them. */
export const depositsQuery = queryOptions({
  queryKey: ['deposits'],
  meta: { live: ['deposit'] },
  queryFn: async ({ signal }) => (await call('listDeposits', {}, { signal })).results,
})

const WITHDRAWAL_POLL_MS = 15_000
const isUnderWay = (stage: string) => ['pending', 'approved', 'sent', 'failed'].includes(stage)

export const withdrawalsQuery = queryOptions({
  queryKey: ['withdrawals'],
  meta: { live: ['withdrawal'] },
  queryFn: async ({ signal }) => (await call('listWithdrawals', {}, { signal })).results,
  refetchInterval: ({ state }) =>
    state.data?.some(({ stage }) => isUnderWay(stage)) ? WITHDRAWAL_POLL_MS : false,
})

/** Transfers to the member's address that met no request and wait to be accepted. */
export const unattributedQuery = queryOptions({
  queryKey: ['unattributed'],
  meta: { live: ['deposit'] },
  queryFn: async ({ signal }) => {
    const { results } = await call('listUnattributed', { query: { page_size: '100' } }, { signal })
    return results.filter(({ status }) => status !== 'accepted')
  },
})

const isSettled = (stage: string) => stage === 'credited' || stage === 'replaced'
const POLL_MS = 3000
const BACKGROUND_POLL_MS = 15_000

/**
 * One deposit request, read again until it has come to an end: every 3 s while the page is looked
 * at, every 15 s while it is not, so that the tab's title goes on. Events are quicker. One that
 * could not be read at all is left until somebody asks for it again.
 */
export const depositQuery = (requestId: string) =>
  queryOptions({
    queryKey: ['deposit', requestId],
    meta: { live: ['deposit'] },
    queryFn: ({ signal }) => call('getDeposit', { params: { request_id: requestId } }, { signal }),
    staleTime: 0,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state: { data, status } }) => {
      if (data ? isSettled(data.stage) : status === 'error') return false
      return document.visibilityState === 'visible' ? POLL_MS : BACKGROUND_POLL_MS
    },
  })

/** Where to pay to; with an amount of TRX the payment URI asks for it. */
export const walletQuery = (coin: Coin, amount?: string) =>
  queryOptions({
    queryKey: ['wallet-info', coin, amount ?? null],
    queryFn: ({ signal }) => {
      const query = coin === 'TRX' && amount ? { amount } : {}
      return call(coin === 'TRX' ? 'trxWalletInfo' : 'usdtWalletInfo', { query }, { signal })
    },
    staleTime: 5 * 60_000,
  })

export const useMe = () => useQuery(meQuery)
