import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Coin } from '../../../domain/money/money.ts'
import { call } from '../../session/api.ts'
import { momentText } from '../../ui/format/time-text.ts'
import { toast } from '../../ui/toast/toast.ts'
import { depositQuery, depositsQuery } from './queries.ts'
import { toastPaymentError } from '../money/toast-payment-error.ts'
import { useUnsettled } from '../money/pending-requests.ts'
import { useIdempotencyKey } from '../money/use-idempotency-key.ts'
import { keepLastCoin } from './coin-choice.tsx'
import type { DepositQuote } from './deposit-quote.ts'

const bodyOf = (quote: DepositQuote, coin: Coin) => ({
  crypto_amount: quote.coins,
  original_amount: quote.amount,
  fee_amount: quote.fee,
  cryptocurrency: coin,
})

/** Asks for the deposit that is quoted; `since` when the same was asked for without an answer. */
export function useRequestDeposit(quote: DepositQuote | null, coin: Coin) {
  const client = useQueryClient()
  const sendOnce = useIdempotencyKey('requestDeposit')
  const since = useUnsettled('requestDeposit', quote && bodyOf(quote, coin))
  const request = useMutation({
    mutationFn: async (asked: DepositQuote) => {
      const body = bodyOf(asked, coin)
      const deposit = await sendOnce(body, (idempotencyKey) =>
        call('requestDeposit', { body }, { idempotencyKey }),
      )
      return { deposit, isRepeated: since !== null }
    },
    onSuccess: ({ deposit, isRepeated }) => {
      keepLastCoin(coin)
      client.setQueryData(depositQuery(deposit.request_id).queryKey, deposit)
      void client.invalidateQueries({ queryKey: depositsQuery.queryKey })
      const lines = [t`Your deposit of $${deposit.requested_amount} is being processed`]
      if (isRepeated) {
        const time = momentText(deposit.request_date)
        lines.push(t`This is your request from ${time}. What you ask for next is a new one.`)
      }
      const description = lines.join('\n')
      toast(t`Deposit Submitted`, { description, kind: 'success', durationMs: 5000 })
    },
    onError: (error) => toastPaymentError(client, error, t`Deposit failed`, t`Deposit Error`),
  })
  return { request, since: request.isPending ? null : since }
}
