import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { NARROW, useMedia } from '../../client/use-media.ts'
import { useNow } from '../../client/use-now.ts'
import { DetailList } from '../../ui/details.tsx'
import { coinText } from '../../ui/format/coin-text.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { clockText } from '../../ui/format/time-text.ts'
import { ExplorerLink } from '../money/explorer-link.tsx'
import { DepositEnd } from './deposit-end.tsx'
import { Fold, PaymentCard, ScanToPay } from './payment-card.tsx'
import type { Deposit } from './queries.ts'

/** A request that waits for its payment: first what to copy, then what to know. */
export function OpenRequest({ deposit, onNew }: { deposit: Deposit; onNew: () => void }) {
  const isNarrow = useMedia(NARROW)
  const figures = <DepositFigures deposit={deposit} />
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <div className="grid content-start gap-5">
        <PaymentCard deposit={deposit} />
        <TimeLeft until={deposit.expires_at} />
        <DepositEnd deposit={deposit} onNew={onNew} />
        {isNarrow ? <Fold title={t`Amount, fee, and request`}>{figures}</Fold> : figures}
      </div>
      <ScanToPay deposit={deposit} />
    </div>
  )
}

const requestFigures = (deposit: Deposit) => ({
  [t`Amount`]: usdText(deposit.requested_amount),
  [t`Fee`]: usdText(deposit.fee_amount),
  [t`Total`]: usdText(deposit.total_amount),
  // The rate is locked from the request on, so the quoted amount is the requested one.
  ...(deposit.cryptocurrency === 'TRX' && { [t`Locked rate`]: t`1 TRX = $${deposit.rate}` }),
})

/** The payment may differ from the request, and so may its fee and its rate. */
const creditFigures = ({ cryptocurrency: coin, ...deposit }: Deposit) => ({
  [t`Received`]: coinText(deposit.received_amount ?? '', coin),
  ...(coin === 'TRX' && { [t`Rate`]: t`1 TRX = $${deposit.credited_rate ?? ''}` }),
  [t`Fee`]: usdText(deposit.fee_amount),
  [t`Credited`]: usdText(deposit.amount),
})

export function DepositFigures({ deposit }: { deposit: Deposit }) {
  const { transaction_hash: hash } = deposit
  const figures = deposit.received_amount ? creditFigures(deposit) : requestFigures(deposit)
  const details = { ...figures, [t`Request`]: deposit.request_id }
  return (
    <div className="figures">
      <DetailList look="row" className="text-[0.9375rem]" details={details} />
      {hash && <ExplorerLink hash={hash} />}
    </div>
  )
}

function TimeLeft({ until }: { until: string }) {
  const leftS = Math.max(0, Math.floor((new Date(until).getTime() - useNow()) / 1000))
  return (
    <p className="figures text-sm text-soft">
      <Trans>
        Quote expires in <span className="font-semibold text-ink">{clockText(leftS)}</span>
      </Trans>
    </p>
  )
}
