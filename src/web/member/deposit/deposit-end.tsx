import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paths } from '../../client/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { shortUsdText, usdText } from '../../ui/format/money-text.ts'
import { toast } from '../../ui/toast/toast.ts'
import { useMe } from '../me/queries.ts'
import { UnattributedRow } from './unattributed.tsx'
import { AcceptButton } from './accept-button.tsx'
import { depositQuery, unattributedQuery } from './queries.ts'
import { useMoneyRequest } from '../money/use-money-request.ts'
import type { Deposit } from './queries.ts'
import { NotReceived } from './not-received.tsx'
import { ReceivedFigures } from './received-figures.tsx'

type DepositEndProps = { deposit: Deposit; onNew: () => void }

/** What the stage means, and what to do next. */
export function DepositEnd({ deposit, onNew }: DepositEndProps) {
  switch (deposit.stage) {
    case 'awaiting_payment':
      return (
        <div>
          <Note>
            <Trans>
              Waiting for your transfer. Once it’s in a block, it usually takes about a minute to
              become final.
            </Trans>
          </Note>
          <NotReceived deposit={deposit} />
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
          <NextStep />
        </Note>
      )
    case 'mismatch':
      return <Mismatch deposit={deposit} />
    case 'expired':
      return <Expired deposit={deposit} onNew={onNew} />
    case 'replaced':
      return (
        <Note>
          <Trans>You made a newer request, which replaces this one.</Trans>
          <NewRequest onNew={onNew} />
        </Note>
      )
  }
}

/** The member's own inactive profile, if there is one: nothing else can be activated. */
function NextStep() {
  const waiting = useMe().data?.profiles.find(({ active }) => !active)?.plan
  return (
    <div className="mt-3">
      <ButtonLink size="small" to={paths.myTree()} icon="tree">
        {waiting
          ? t`Activate ${waiting.name} for ${shortUsdText(waiting.cost)}`
          : t`View your plan`}
      </ButtonLink>
    </div>
  )
}

function Note({ children }: { children: ReactNode }) {
  return <div className="border-s-2 border-edge ps-4 text-sm text-soft">{children}</div>
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

/** The quote has expired. Late transfers are listed here and can be accepted at once. */
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
          This quote has expired. A transfer that’s still on its way isn’t lost: we credit it at the
          rate when it arrives.
        </Trans>
        <NewRequest onNew={onNew} />
      </Note>
      {late.length > 0 && (
        <>
          <p className="mt-5 font-semibold text-warn">
            <Trans>This arrived after the request expired</Trans>
          </p>
          <ul className="mt-1">
            {late.map((transfer) => (
              <UnattributedRow key={transfer.id} transfer={transfer} />
            ))}
          </ul>
        </>
      )}
      <NotReceived deposit={deposit} />
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
        <Trans>The amount doesn’t match</Trans>
      </p>
      <p className="mt-1">
        <Trans>
          You sent a different amount than requested. Nothing is lost: you can accept it, less the
          fee, at the rate when it arrived. Otherwise we accept it automatically within a day.
        </Trans>
      </p>
      <ReceivedFigures deposit={deposit} />
      <div className="mt-3">
        <AcceptButton accept={accept}>
          <Trans>Accept what was received</Trans>
        </AcceptButton>
      </div>
    </Note>
  )
}
