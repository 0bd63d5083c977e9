import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallAnswer } from '../../../contract/call.ts'
import { localize } from '../../client/api-error.ts'
import { Card } from '../../ui/card.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { toast } from '../../ui/toast/toast.ts'
import { AcceptButton } from './accept-button.tsx'
import { unattributedQuery } from './queries.ts'
import { useMoneyRequest } from '../money/use-money-request.ts'
import { coinText } from '../../ui/format/coin-text.ts'

type Transfer = CallAnswer<'listUnattributed'>['results'][number]

/** Payments that matched no request. Shown only when there are some. */
export function Unattributed() {
  const { data } = useQuery(unattributedQuery)
  if (!data || data.length === 0) return null
  return (
    <Card label={t`Received without a request`} className="border-warn/50 p-5 sm:p-6">
      <h3 className="text-lg font-semibold">
        <Trans>Received without a request</Trans>
      </h3>
      <p className="mt-1 text-sm text-soft">
        <Trans>
          Nothing is lost. You can accept the transfer, less the fee, at the rate when it arrived.
          Otherwise we accept it automatically.
        </Trans>
      </p>
      <ul className="mt-3">
        {data.map((transfer) => (
          <UnattributedRow key={transfer.id} transfer={transfer} />
        ))}
      </ul>
    </Card>
  )
}

function receivedText({ received_at: at, accepts_itself_at: acceptsAt }: Transfer): string {
  if (!acceptsAt) return t`Received ${dateTimeText(at)}`
  return t`Received ${dateTimeText(at)}, accepted automatically ${dateTimeText(acceptsAt)}`
}

/** One such transfer, with the credit on acceptance. */
export function UnattributedRow({ transfer }: { transfer: Transfer }) {
  const client = useQueryClient()
  const accept = useMoneyRequest('acceptUnattributed', {
    input: { params: { id: transfer.id } },
    onDone: () => {
      toast(t`Deposit accepted`, { kind: 'success', durationMs: 5000 })
      void client.invalidateQueries()
    },
    failure: t`Deposit failed`,
    failureTitle: t`Deposit Error`,
  })
  return (
    <li
      className={
        'figures flex flex-wrap items-center justify-between gap-3 border-t border-line py-3'
      }
    >
      <div>
        <p className="font-semibold">
          {coinText(transfer.crypto_amount, transfer.cryptocurrency)}
          {transfer.amount && (
            <span className="font-normal text-soft">
              <Trans> for {usdText(transfer.amount)}</Trans>
            </span>
          )}
        </p>
        <p className="text-sm text-soft">{localize(transfer.reason, transfer.reason_text)}</p>
        <p className="text-sm text-faint">{receivedText(transfer)}</p>
      </div>
      {transfer.status === 'waiting' && (
        <div>
          <AcceptButton accept={accept}>
            <Trans>Accept</Trans>
          </AcceptButton>
        </div>
      )}
    </li>
  )
}
