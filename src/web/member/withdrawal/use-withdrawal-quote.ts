import { useQuery } from '@tanstack/react-query'
import { formatUsd, parseUsd } from '../../../domain/money/money.ts'
import { isHeldBack, rateTrouble, useRate } from '../money/use-rate.ts'
import { withdrawalTermsQuery } from './queries.ts'
import { isBelowMinimum, quoteWithdrawal } from './withdrawal-quote.ts'
import type { PayoutMethod } from './withdrawal-quote.ts'

/** The payout for the typed amount, by the chosen method and the current terms. */
export function useWithdrawalQuote(amount: string, method: PayoutMethod) {
  const rate = useRate()
  const asked = method === 'usdt' && !isBelowMinimum(amount) ? parseUsd(amount.trim()) : null
  const terms = useQuery(withdrawalTermsQuery())
  // Each amount has a network fee of its own, so the last one says nothing about the next.
  const priced = useQuery({
    ...withdrawalTermsQuery(asked === null ? undefined : formatUsd(asked)),
    enabled: asked !== null,
  })
  const usdtNetworkFee = priced.data?.usdt_network_fee ?? null
  const quote = quoteWithdrawal(amount, {
    method,
    // A held-back rate counts as none, however recent the last one was.
    rate: isHeldBack(rate.error) ? null : (rate.data?.rate ?? null),
    usdtNetworkFee,
  })
  return {
    rate,
    trouble: rate.isError ? rateTrouble(rate.error) : null,
    quote,
    usdtNetworkFee,
    methods: terms.data?.methods ?? [],
    pricing: asked !== null && priced.isPending,
  }
}
