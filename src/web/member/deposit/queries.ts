import type { Coin } from '../../../domain/money/money.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../client/api-error.ts'
import { shouldRetry } from '../../client/query-client.ts'
import { call } from '../../session/api.ts'
import type { CallAnswer } from '../../../contract/call.ts'

/** The ten newest of each kind, as in the history. */
export const depositsQuery = queryOptions({
  queryKey: ['deposits'],
  meta: { live: ['deposit'] },
  queryFn: async ({ signal }) => (await call('listDeposits', {}, { signal })).results,
})

/** Transfers to the member's address that matched no request and await acceptance. */
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
 * One deposit request, refetched until it has ended: every 3 s while the page is visible, every 15
 * s while it isn't, so that the tab's title stays current. Events are faster. A request that fails
 * to load isn't retried until someone asks for it.
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

/** Whether the server is still assigning the member's first deposit address. */
export const isAddressPending = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'address_pending'

const FIRST_ADDRESS_POLL_MS = 10_000

/**
 * Where to pay. With an amount of TRX, the payment URI includes it. An event reports a first
 * address. The interval is for browsers without events.
 */
export const walletQuery = (coin: Coin, amount?: string) =>
  queryOptions({
    queryKey: ['wallet-info', coin, amount ?? null],
    queryFn: ({ signal }) => {
      const query = coin === 'TRX' && amount ? { amount } : {}
      return call(coin === 'TRX' ? 'getTrxWallet' : 'getUsdtWallet', { query }, { signal })
    },
    staleTime: 5 * 60_000,
    retry: (failures, error) => !isAddressPending(error) && shouldRetry(failures, error),
    refetchInterval: ({ state }) => isAddressPending(state.error) && FIRST_ADDRESS_POLL_MS,
  })

// The queries of the money pages, beyond those that every page shares.

export type Deposit = CallAnswer<'getDeposit'>

const ON_ITS_WAY: Deposit['stage'][] = ['awaiting_payment', 'seen', 'confirming']

/** Whether there is a payment to send or to wait for. */
export const isOnItsWay = ({ stage }: Deposit): boolean => ON_ITS_WAY.includes(stage)
