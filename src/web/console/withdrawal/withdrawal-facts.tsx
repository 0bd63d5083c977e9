import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CallAnswer } from '../../../contract/call.ts'
import { Address } from '../../ui/format/address.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { paths } from '../parts/console-paths.ts'
import { CellLink, Transaction } from '../parts/list/cells.tsx'
import { DetailList } from '../../ui/details.tsx'
import { approvalsText } from './withdrawal-rows.tsx'

type Withdrawal = CallAnswer<'getWithdrawal'>

const UNPAID: Withdrawal['stage'][] = ['rejected', 'cancelled']

/** Whether nothing about it will change anymore. */
export const isClosed = ({ stage }: Pick<Withdrawal, 'stage'>): boolean =>
  stage === 'confirmed' || UNPAID.includes(stage)

/** What the member gets, or got: nothing of a withdrawal that was returned. */
function netRow({ stage, net_amount: net }: Withdrawal): Record<string, string> {
  if (UNPAID.includes(stage)) return {}
  return { [stage === 'confirmed' ? t`Paid` : t`To be paid`]: usdText(net) }
}

/** The member, the amount, the destination, and any hold. */
export function WithdrawalFacts({ withdrawal }: { withdrawal: Withdrawal }) {
  return (
    <DetailList
      details={{
        [t`Member`]: (
          <CellLink to={paths.member(withdrawal.member_id)}>{withdrawal.username}</CellLink>
        ),
        [t`Amount`]: usdText(withdrawal.amount),
        [t`Fee`]: usdText(withdrawal.fee_amount),
        ...netRow(withdrawal),
        [t`Paid in`]: withdrawal.payment_method.toUpperCase(),
        [t({ message: 'To', context: 'address' })]: <Address value={withdrawal.wallet_address} />,
        [t`Approvals`]: approvalsText(withdrawal),
        ...(withdrawal.claim && {
          [t`Claimed by ${withdrawal.claim.operator}`]: (
            <Trans>until {dateTimeText(withdrawal.claim.ends_at)}</Trans>
          ),
        }),
        ...(withdrawal.hold_until && { [t`Held until`]: dateTimeText(withdrawal.hold_until) }),
        ...(withdrawal.transaction_hash && {
          [t`Transaction`]: <Transaction id={withdrawal.transaction_hash} />,
        }),
      }}
    />
  )
}
