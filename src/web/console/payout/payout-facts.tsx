import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CallAnswer } from '../../../contract/call.ts'
import { DetailList } from '../../ui/details.tsx'
import { Address } from '../../ui/format/address.tsx'
import { coinText } from '../../ui/format/coin-text.ts'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { paths } from '../parts/console-paths.ts'
import { CellLink, None, Transaction } from '../parts/list/cells.tsx'

type Payout = CallAnswer<'getPayout'>

/** What a payout pays, for whom, and its transaction. */
export function PayoutFacts({ payout }: { payout: Payout }) {
  return (
    <DetailList
      details={{
        [t`Withdrawal`]: (
          <CellLink to={paths.withdrawal(payout.withdrawal)}>
            <Trans>No. {payout.withdrawal}</Trans>
          </CellLink>
        ),
        [t`Member`]: <CellLink to={paths.members(payout.username)}>{payout.username}</CellLink>,
        [t`Amount`]: coinText(payout.amount, payout.asset),
        [t({ message: 'From', context: 'address' })]: <Address value={payout.from_address} />,
        [t({ message: 'To', context: 'address' })]: <Address value={payout.to_address} />,
        [t`Transaction`]: <Transaction id={payout.transaction_hash} />,
        [t`Expires`]: payout.expires_at ? dateTimeText(payout.expires_at) : <None />,
        [t`Network fee`]: payout.network_fee_trx ? (
          coinText(payout.network_fee_trx, 'TRX')
        ) : (
          <None />
        ),
      }}
    />
  )
}
