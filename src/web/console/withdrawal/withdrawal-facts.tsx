import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CallAnswer } from '../../../contract/call.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { paths } from '../parts/console-paths.ts'
import { CellLink, None, Short } from '../parts/list/cells.tsx'
import { DetailList } from '../../ui/details.tsx'
import { approvalsText } from './withdrawal-rows.tsx'

/** The member, the amount, the destination, and any hold. */
export function WithdrawalFacts({ withdrawal }: { withdrawal: CallAnswer<'getWithdrawal'> }) {
  return (
    <DetailList
      details={{
        [t`Member`]: (
          <CellLink to={paths.member(withdrawal.member_id)}>{withdrawal.username}</CellLink>
        ),
        [t`Amount`]: usdText(withdrawal.amount),
        [t`Fee`]: usdText(withdrawal.fee_amount),
        [t`To be paid`]: usdText(withdrawal.net_amount),
        [t`Paid in`]: withdrawal.payment_method.toUpperCase(),
        [t({ message: 'To', context: 'address' })]: (
          <span className="break-all">{withdrawal.wallet_address}</span>
        ),
        [t`Approvals`]: approvalsText(withdrawal),
        [t`Revision`]: withdrawal.revision,
        ...(withdrawal.claim && {
          [t`Claimed by ${withdrawal.claim.operator}`]: (
            <Trans>until {dateTimeText(withdrawal.claim.ends_at)}</Trans>
          ),
        }),
        [t`Held until`]: withdrawal.hold_until ? dateTimeText(withdrawal.hold_until) : <None />,
        [t`Transaction`]: <Short text={withdrawal.transaction_hash} />,
      }}
    />
  )
}
