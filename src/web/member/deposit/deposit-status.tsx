import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { clockText } from '../../ui/format/time-text.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { focusIfLost } from '../../ui/focus/focus-if-lost.ts'
import { useNow } from '../../client/use-now.ts'
import { DepositEnd } from './deposit-end.tsx'
import { DepositFigures, OpenRequest } from './open-request.tsx'
import { DepositSteps } from './deposit-steps.tsx'
import { isOnItsWay } from './queries.ts'
import { useDeposit, useRefreshWhenCredited } from './use-deposit.ts'
import { useProgressMark } from './use-progress-mark.ts'
import { DepositLoadError } from './deposit-load-error.tsx'
import { coinAmount } from '../../ui/format/coin-text.ts'

type DepositStatusProps = { requestId: string; onNew: () => void }

/** One request from its creation until it is credited, or why it won't be. */
export function DepositStatus({ requestId, onNew }: DepositStatusProps) {
  const { data, error, isPending, refetch } = useDeposit(requestId)
  useRefreshWhenCredited(data)
  useProgressMark(data)
  if (isPending) return <SkeletonRows rows={5} label={t`Loading the deposit…`} />
  if (!data) return <DepositLoadError error={error} refetch={refetch} />
  const open = data.stage === 'awaiting_payment'
  return (
    <div ref={focusIfLost} tabIndex={-1} className="grid scroll-mt-5 gap-6 outline-none">
      <output className="block">
        <DepositSteps deposit={data} />
      </output>
      {isOnItsWay(data) && <Elapsed since={data.request_date} />}
      {open ? (
        <OpenRequest deposit={data} onNew={onNew} />
      ) : (
        <div className="grid content-start gap-5">
          <p className="figures">
            <span className="block text-sm text-faint">
              <Trans>Requested amount</Trans>
            </span>
            <span className="text-3xl font-semibold tracking-tight">
              {coinAmount(data.crypto_amount, data.cryptocurrency)}{' '}
              <span className="text-lg text-soft">{data.cryptocurrency}</span>
            </span>
          </p>
          <DepositFigures deposit={data} />
          <DepositEnd deposit={data} onNew={onNew} />
        </div>
      )}
    </div>
  )
}

/** How long the payment has been on its way since the request. */
function Elapsed({ since }: { since: string }) {
  const passedS = Math.max(0, Math.floor((useNow() - new Date(since).getTime()) / 1000))
  return (
    <p className="figures -mt-3 text-sm text-faint">
      <Trans>
        {clockText(passedS)} since your request. A payment usually takes about a minute.
      </Trans>
    </p>
  )
}
