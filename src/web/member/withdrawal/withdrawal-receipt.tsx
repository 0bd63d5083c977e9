import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Detail } from '../../ui/details.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { focusIfLost } from '../../ui/focus/focus-if-lost.ts'
import { momentText } from '../../ui/format/time-text.ts'
import { withdrawalsQuery } from './queries.ts'
import { PayoutAddress } from './destination.tsx'
import { CancelWithdrawal } from './cancel-withdrawal.tsx'
import { WithdrawalStages } from './withdrawal-stages.tsx'
import type { Withdrawal } from './queries.ts'

type ReceiptProps = { first: Withdrawal; isRepeated: boolean; onClose: () => void }

const isOver = ({ stage }: Withdrawal): boolean => stage === 'cancelled' || stage === 'rejected'

function headOf({ stage, amount }: Withdrawal): ReactNode {
  if (stage === 'cancelled') return <Trans>{usdText(amount)} canceled</Trans>
  if (stage === 'rejected') return <Trans>{usdText(amount)} rejected</Trans>
  return <Trans>{usdText(amount)} requested</Trans>
}

/** The request and its progress so far. */
export function Receipt({ first, isRepeated, onClose }: ReceiptProps) {
  const { data } = useQuery(withdrawalsQuery)
  const withdrawal = data?.find(({ id }) => id === first.id) ?? first
  const time = momentText(withdrawal.request_date)
  return (
    <div>
      <p ref={focusIfLost} tabIndex={-1} className="figures text-2xl font-semibold outline-none">
        {headOf(withdrawal)}
      </p>
      {isRepeated && (
        <p className="mt-1 text-warn">
          <Trans>This is the request you made at {time}. Your next one will be separate.</Trans>
        </p>
      )}
      {!isOver(withdrawal) && (
        <>
          <p className="mt-1 text-soft">
            <Trans>
              We’re holding the amount for you. Find it in your history under Withdrawals.
            </Trans>
          </p>
          <Charged withdrawal={withdrawal} />
        </>
      )}
      <div className="mt-3">
        <PayoutAddress value={withdrawal.wallet_address} />
      </div>
      <WithdrawalStages withdrawal={withdrawal} />
      {withdrawal.stage === 'pending' && <CancelWithdrawal id={withdrawal.id} />}
      <div className="mt-6">
        <Button wide onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </div>
  )
}

/** The fee at the time of the request, which may differ from the quote. */
function Charged({ withdrawal }: { withdrawal: Withdrawal }) {
  const { payment_method: method, fee_amount: fee, net_amount: net } = withdrawal
  return (
    <dl className="figures mt-3 text-[0.9375rem]">
      <Detail look="plain" term={method === 'usdt' ? t`Fee, including the network fee` : t`Fee`}>
        {usdText(fee)}
      </Detail>
      <Detail look="total" term={t`You receive`}>
        {usdText(net)}
      </Detail>
    </dl>
  )
}
