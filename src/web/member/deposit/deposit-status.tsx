import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { usdText } from '../../ui/format/money-text.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { focusIfLost } from '../../ui/focus-if-lost.ts'
import { useNow } from '../../client/use-now.ts'
import { DepositEnd } from './deposit-end.tsx'
import { DepositSteps } from './deposit-steps.tsx'
import type { Deposit } from './queries.ts'
import { useDeposit, useRefreshWhenCredited } from './use-deposit.ts'
import { useProgressMark } from './use-progress-mark.ts'
import { WalletCard } from './wallet-card.tsx'
import { DetailList } from '../../ui/details.tsx'
import { ExplorerLink } from '../money/explorer-link.tsx'
import { DepositLoadError } from './deposit-load-error.tsx'

const ON_ITS_WAY: Deposit['stage'][] = ['awaiting_payment', 'seen', 'confirming']

type DepositStatusProps = { requestId: string; onNew: () => void }

/** One request from the moment it is made until it is credited, or why it will not be. */
export function DepositStatus({ requestId, onNew }: DepositStatusProps) {
  const { data, error, isPending, refetch } = useDeposit(requestId)
  useRefreshWhenCredited(data)
  useProgressMark(data)
  if (isPending) return <SkeletonRows rows={5} label={t`Loading the deposit…`} />
  if (!data) return <DepositLoadError error={error} refetch={refetch} />
  const coin = data.cryptocurrency
  const open = data.stage === 'awaiting_payment'
  return (
    <div ref={focusIfLost} tabIndex={-1} className="grid scroll-mt-5 gap-6 outline-none">
      <output className="block">
        <DepositSteps deposit={data} />
      </output>
      {ON_ITS_WAY.includes(data.stage) && <Elapsed since={data.request_date} />}
      <div className={open ? 'grid gap-6 sm:grid-cols-2' : 'grid gap-6'}>
        <div className="grid content-start gap-5">
          <DepositFigures deposit={data} />
          <DepositEnd deposit={data} onNew={onNew} />
        </div>
        {open && <WalletCard coin={coin} amount={data.crypto_amount} />}
      </div>
    </div>
  )
}

function DepositFigures({ deposit }: { deposit: Deposit }) {
  const { cryptocurrency: coin, transaction_hash: hash } = deposit
  const details = {
    [t`Amount`]: usdText(deposit.requested_amount),
    [t`Fee`]: usdText(deposit.fee_amount),
    [t`Total`]: usdText(deposit.total_amount),
    // The rate is locked from the request on: what was quoted is what is asked for.
    ...(coin === 'TRX' && { [t`Locked rate`]: t`1 TRX = $${deposit.rate}` }),
    [t`Request`]: deposit.request_id,
  }
  return (
    <div className="figures">
      <p className="text-sm text-faint">
        {deposit.stage === 'awaiting_payment' ? t`Send exactly` : t`Requested amount`}
      </p>
      <p className="text-3xl font-semibold tracking-tight">
        {deposit.crypto_amount} <span className="text-lg text-soft">{coin}</span>
      </p>
      <DetailList look="row" className="mt-4 text-[0.9375rem]" details={details} />
      {deposit.stage === 'awaiting_payment' && <TimeLeft until={deposit.expires_at} />}
      {hash && <ExplorerLink hash={hash} />}
    </div>
  )
}

/** How long the payment has been on its way, from the request on. */
function Elapsed({ since }: { since: string }) {
  const passedS = Math.max(0, Math.floor((useNow() - new Date(since).getTime()) / 1000))
  return (
    <p className="figures -mt-3 text-sm text-faint">
      <Trans>{clockText(passedS)} since the request, usually about a minute after sending.</Trans>
    </p>
  )
}

/** Minutes and seconds, `12:05`; hours before them when there are any. */
function clockText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = String(seconds % 60).padStart(2, '0')
  if (hours === 0) return `${minutes}:${rest}`
  return `${hours}:${String(minutes).padStart(2, '0')}:${rest}`
}

function TimeLeft({ until }: { until: string }) {
  const leftS = Math.max(0, Math.floor((new Date(until).getTime() - useNow()) / 1000))
  return (
    <p className="mt-2 text-sm text-soft">
      <Trans>
        This quote is good for another{' '}
        <span className="font-semibold text-ink">{clockText(leftS)}</span>.
      </Trans>
    </p>
  )
}
