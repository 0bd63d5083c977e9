import { t } from '@lingui/core/macro'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { fieldError } from '../../client/api-error.ts'
import type { User } from '../../session/session.ts'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { activityQuery } from '../activity/queries.ts'
import { meQuery } from '../me/queries.ts'
import { useMoneyRequest } from '../money/use-money-request.ts'
import { withdrawalsQuery, withdrawalTermsQuery, type Withdrawal } from './queries.ts'
import type { WithdrawalQuote } from './withdrawal-quote.ts'

/** The network fee that we showed may have risen, so the form has to ask for it again. */
function showMethodError(client: QueryClient, error: unknown): boolean {
  const fee = fieldError(error, 'network_fee')
  if (fee) void client.invalidateQueries({ queryKey: withdrawalTermsQuery().queryKey.slice(0, 1) })
  const said = fee ?? fieldError(error, 'payment_method')
  if (said) toastError(t`Withdrawal failed`, said)
  return said !== undefined
}

/** Requests the quoted withdrawal once, however often the button is clicked. */
export function useRequestWithdrawal(
  user: User,
  quote: WithdrawalQuote,
  onRequested: (withdrawal: Withdrawal, isRepeated: boolean) => void,
) {
  const client = useQueryClient()
  const details = `${user.wallet_address}${quote.trx ? ` (approx. ${quote.trx} TRX)` : ''}`
  return useMoneyRequest('requestWithdrawal', {
    input: {
      body: {
        amount: quote.amount,
        payment_method: quote.method,
        payment_details: details,
        ...(quote.networkFee !== null && { network_fee: quote.networkFee }),
      },
    },
    // The details may name TRX at the current rate, and the fee follows it. Neither makes another
    // request.
    intention: { amount: quote.amount, method: quote.method, to: user.wallet_address },
    onDone: (withdrawal, isRepeated) => {
      for (const { queryKey } of [meQuery, withdrawalsQuery, activityQuery]) {
        void client.invalidateQueries({ queryKey })
      }
      toast(t`Withdrawal requested`, { kind: 'success', durationMs: 5000 })
      onRequested(withdrawal, isRepeated)
    },
    failure: t`Failed to submit withdrawal`,
    failureTitle: t`Withdrawal failed`,
    showFailure: (error) => showMethodError(client, error),
  })
}
