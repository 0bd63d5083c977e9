'use no memo'

import { Trans } from '@lingui/react/macro'
import type { User } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { MoneyButton } from '../money/money-button.tsx'
import { UnknownOutcome } from '../money/unknown-outcome.tsx'
import { useDraft } from '../../session/use-draft.ts'
import { PayoutAddress } from './destination.tsx'
import { PayoutHold } from './payout-hold.tsx'
import { DRAFT } from './withdraw-form.tsx'
import type { WithdrawalDraft } from './withdraw-form.tsx'
import { WithdrawalLines } from './withdrawal-lines.tsx'
import { findShortfall } from './withdrawal-quote.ts'
import type { WithdrawalQuote } from './withdrawal-quote.ts'
import { useRequestWithdrawal, type WithdrawalOutcomes } from './use-request-withdrawal.ts'

type WithdrawReviewProps = {
  user: User
  quote: WithdrawalQuote
  onBack: () => void
  onRequested: WithdrawalOutcomes['onRequested']
}

/** Shows the full request once more before it is sent. */
export function WithdrawReview(props: WithdrawReviewProps) {
  const { user, quote, onBack, onRequested } = props
  useDraft(DRAFT, (): WithdrawalDraft => ({ amount: quote.amount, method: quote.method }))
  const request = useRequestWithdrawal(user, quote, { onRequested, onOutdated: onBack })
  // Another tab may have spent the money, but so may this request, if it is under way or its answer
  // was lost.
  const isOpen = !request.isPending && request.since === null
  const shortfall = isOpen ? findShortfall(quote.amount, user.wallet_balance) : null
  return (
    <div className="grid gap-5">
      <div>
        <p className="text-sm text-faint">
          <Trans>Amount</Trans>
        </p>
        <p className="figures text-3xl font-semibold tracking-tight">{usdText(quote.amount)}</p>
      </div>
      <WithdrawalLines quote={quote} />
      <PayoutHold />
      <PayoutAddress value={user.wallet_address} />
      <p className="border-s-2 border-edge ps-4 text-sm text-soft">
        <Trans>
          An operator reviews it first, within 1-2 business days. We hold the amount until then and
          return all of it if we reject the request. Once it’s sent, it can’t be reversed.
        </Trans>
      </p>
      <UnknownOutcome since={request.since} />
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={onBack} disabled={request.isPending}>
          <Trans>Change</Trans>
        </Button>
        <div>
          <MoneyButton
            kind="primary"
            wide
            pending={request.isPending}
            refusal={shortfall}
            onClick={() => request.press()}
          >
            <Trans>Withdraw</Trans>
          </MoneyButton>
        </div>
      </div>
    </div>
  )
}
