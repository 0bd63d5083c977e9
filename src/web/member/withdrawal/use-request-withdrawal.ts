import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError, fieldError, messageOf } from '../../client/api-error.ts'
import type { User } from '../../session/session.ts'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { activityQuery } from '../activity/queries.ts'
import { meQuery } from '../me/queries.ts'
import { useMoneyRequest } from '../money/use-money-request.ts'
import { withdrawalsQuery, withdrawalTermsQuery, type Withdrawal } from './queries.ts'
import type { WithdrawalQuote } from './withdrawal-quote.ts'

/** Network fees that we asked for before, because ours has risen since. */
const isPriced = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== null

export type WithdrawalOutcomes = {
  /** `isRepeated` if the same request was sent before, and the answer may belong to that one. */
  onRequested: (withdrawal: Withdrawal, isRepeated: boolean) => void
  /** The member has to see the new network fee or payout address first. */
  onOutdated: () => void
}

/** Requests the quoted withdrawal once, however often the button is clicked. */
export function useRequestWithdrawal(
  user: User,
  quote: WithdrawalQuote,
  { onRequested, onOutdated }: WithdrawalOutcomes,
) {
  const client = useQueryClient()
  const showOutdated = (error: unknown): boolean => {
    if (error instanceof ApiError && error.code === 'address_differs') {
      toastError(t`Withdrawal failed`, messageOf(error, ''))
      void client.invalidateQueries({ queryKey: meQuery.queryKey })
      onOutdated()
      return true
    }
    const fee = fieldError(error, 'network_fee')
    const said = fee ?? fieldError(error, 'payment_method')
    if (said) toastError(t`Withdrawal failed`, said)
    if (fee) {
      const queryKey = withdrawalTermsQuery().queryKey.slice(0, 1)
      client.removeQueries({ queryKey, predicate: isPriced })
      onOutdated()
    }
    return said !== undefined
  }
  const details = `${user.wallet_address}${quote.trx ? ` (approx. ${quote.trx} TRX)` : ''}`
  const shownFee = quote.networkFee === null ? {} : { network_fee: quote.networkFee }
  return useMoneyRequest('requestWithdrawal', {
    input: {
      body: {
        amount: quote.amount,
        payment_method: quote.method,
        wallet_address: user.wallet_address,
        payment_details: details,
        ...shownFee,
      },
    },
    // The details may name TRX at the current rate, and the fee follows it. Neither makes another
    // request.
    intention: { amount: quote.amount, method: quote.method, to: user.wallet_address },
    repeat: (first) => ({ body: { ...first.body, ...shownFee } }),
    onDone: (withdrawal, isRepeated) => {
      for (const { queryKey } of [meQuery, withdrawalsQuery, activityQuery]) {
        void client.invalidateQueries({ queryKey })
      }
      toast(t`Withdrawal requested`, { kind: 'success', durationMs: 5000 })
      onRequested(withdrawal, isRepeated)
    },
    failure: t`Failed to submit withdrawal`,
    failureTitle: t`Withdrawal failed`,
    showFailure: showOutdated,
  })
}
