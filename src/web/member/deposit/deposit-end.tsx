import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paths } from '../../client/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { toast } from '../../ui/toast/toast.ts'
import { UnattributedRow } from './unattributed.tsx'
import { MoneyButton } from '../money/money-button.tsx'
import { depositQuery, unattributedQuery } from './queries.ts'
import { useMoneyRequest } from '../money/use-money-request.ts'
import type { Deposit } from './queries.ts'
import { NotArrived } from './not-arrived.tsx'
import { ReceivedFigures } from './received-figures.tsx'

type DepositEndProps = { deposit: Deposit; onNew: () => void }

/** What the stage means, in words, and the way on from it. */
export function DepositEnd({ deposit, onNew }: DepositEndProps) {
  switch (deposit.stage) {
    case 'awaiting_payment':
      return (
        <div>
          <Note>
            <Trans>
              Waiting for your transfer. Once it is in a block it usually takes about a minute to be
              final. You may close this and come back.
            </Trans>
          </Note>
          <NotArrived deposit={deposit} />
        </div>
      )
    case 'seen':
    case 'confirming':
      return (
        <Note>
          <Trans>Your transfer has arrived and is being confirmed. Usually about a minute.</Trans>
        </Note>
      )
    case 'credited':
      return (
        <Note>
          <p className="font-semibold text-good">
            <Trans>{usdText(deposit.amount)} is in your wallet.</Trans>
          </p>
          <div className="mt-3">
            <ButtonLink size="small" to={paths.myTree()} icon="tree">
              <Trans>Activate a plan</Trans>
            </ButtonLink>
          </div>
        </Note>
      )
    case 'mismatch':
      return <Mismatch deposit={deposit} />
    case 'expired':
      return <Expired deposit={deposit} onNew={onNew} />
    case 'replaced':
      return (
        <Note>
          <Trans>A newer request has taken the place of this one.</Trans>
          <NewRequest onNew={onNew} />
        </Note>
      )
  }
}

function Note({ children }: { children: ReactNode }) {
  return <div className="border-l-2 border-edge pl-4 text-sm text-soft">{children}</div>
}

function NewRequest({ onNew }: { onNew: () => void }) {
  return (
    <div className="mt-3">
      <Button size="small" icon="plus" onClick={onNew}>
        <Trans>New deposit</Trans>
      </Button>
    </div>
  )
}

/** The figures have run out. What came too late stands here, to be accepted at once. */
function Expired({ deposit, onNew }: DepositEndProps) {
  const { data } = useQuery(unattributedQuery)
  const late = (data ?? []).filter(
    ({ cryptocurrency: coin, received_at: at }) =>
      coin === deposit.cryptocurrency && at >= deposit.request_date,
  )
  return (
    <div>
      <Note>
        <Trans>
          The figures have run out. A transfer that is still on its way is not lost: it is counted
          at the rate of the moment it arrives.
        </Trans>
        <NewRequest onNew={onNew} />
      </Note>
      {late.length > 0 && (
        <>
          <p className="mt-5 font-semibold text-warn">
            <Trans>This arrived too late for the request</Trans>
          </p>
          <ul className="mt-1">
            {late.map((transfer) => (
              <UnattributedRow key={transfer.id} transfer={transfer} />
            ))}
          </ul>
        </>
      )}
      <NotArrived deposit={deposit} />
    </div>
  )
}

function Mismatch({ deposit }: { deposit: Deposit }) {
  const client = useQueryClient()
  const requestId = deposit.request_id
  const accept = useMoneyRequest('acceptDeposit', {
    input: { params: { request_id: requestId } },
    onDone: (next) => {
      client.setQueryData(depositQuery(requestId).queryKey, next)
      toast(t`Deposit accepted`, { kind: 'success', durationMs: 5000 })
    },
    failure: t`Deposit failed`,
    failureTitle: t`Deposit Error`,
  })
  return (
    <Note>
      <p className="font-semibold text-warn">
        <Trans>Another amount has arrived</Trans>
      </p>
      <p className="mt-1">
        <Trans>
          What you sent is not what was asked for. Nothing is lost: you can accept what was
          received, less the fee, at the rate of the block it came in. Left alone, it is accepted by
          itself within a day.
        </Trans>
      </p>
      <ReceivedFigures deposit={deposit} />
      <div className="mt-3">
        <MoneyButton
          size="small"
          icon="check"
          pending={accept.isPending}
          onClick={() => accept.press()}
        >
          <Trans>Accept what was received</Trans>
        </MoneyButton>
      </div>
    </Note>
  )
}
