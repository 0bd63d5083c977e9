import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { Coin } from '../../../domain/money/money.ts'
import { momentText } from '../../ui/format/time-text.ts'
import { toast } from '../../ui/toast/toast.ts'
import { meQuery } from '../me/queries.ts'
import { useMoneyRequest } from '../money/use-money-request.ts'
import { keepLastCoin } from './quote/coin-choice.tsx'
import type { DepositQuote } from './quote/deposit-quote.ts'
import { depositQuery, depositsQuery } from './queries.ts'

const bodyOf = (quote: DepositQuote, coin: Coin) => ({
  crypto_amount: quote.coins,
  original_amount: quote.amount,
  fee_amount: quote.fee,
  cryptocurrency: coin,
})

/** Requests the quoted deposit. */
export function useRequestDeposit(quote: DepositQuote | null, coin: Coin) {
  const client = useQueryClient()
  return useMoneyRequest('requestDeposit', {
    input: quote && { body: bodyOf(quote, coin) },
    onDone: (deposit, isRepeated) => {
      keepLastCoin(coin)
      client.setQueryData(depositQuery(deposit.request_id).queryKey, deposit)
      for (const { queryKey } of [depositsQuery, meQuery]) {
        void client.invalidateQueries({ queryKey })
      }
      const lines = [t`Your deposit of $${deposit.requested_amount} is being processed`]
      if (isRepeated) {
        const time = momentText(deposit.request_date)
        lines.push(t`This is the request you made at ${time}. Your next one will be separate.`)
      }
      const description = lines.join('\n')
      toast(t`Deposit Submitted`, { description, kind: 'success', durationMs: 5000 })
    },
    failure: t`Deposit failed`,
    failureTitle: t`Deposit Error`,
  })
}
