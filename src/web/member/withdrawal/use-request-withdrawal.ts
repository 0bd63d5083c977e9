import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { fieldError } from '../../client/api-error.ts'
import type { User } from '../../session/session.ts'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { activityQuery } from '../activity/queries.ts'
import { meQuery } from '../me/queries.ts'
import { useMoneyRequest } from '../money/use-money-request.ts'
import { withdrawalsQuery, type Withdrawal } from './queries.ts'
import type { WithdrawalQuote } from './withdrawal-quote.ts'

function showMethodError(error: unknown): boolean {
  const method = fieldError(error, 'payment_method')
  if (method) toastError(t`Withdrawal failed`, method)
  return method !== undefined
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
      body: { amount: quote.amount, payment_method: quote.method, payment_details: details },
    },
    // The details may name TRX at the current rate, which isn't part of the request.
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
    showFailure: showMethodError,
  })
}
