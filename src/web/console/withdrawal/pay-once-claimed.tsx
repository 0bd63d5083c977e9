import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { CallAnswer } from '../../../contract/call.ts'
import { Button } from '../../ui/button.tsx'
import type { ClaimState } from '../parts/queue/use-claim.ts'
import { NeedsApproval } from './changed-meanwhile.tsx'
import { PayThis } from './pay-this.tsx'
import { withdrawalQuery } from './queries.ts'

type Check = 'done' | 'running' | 'failed'

/**
 * Reloads a withdrawal once we have the claim. We may have paid it before the claim, or something
 * may have stopped it since the page loaded. Then the page shows that instead.
 */
function useCheck(id: string, held: boolean) {
  const client = useQueryClient()
  const [attempt, setAttempt] = useState(1)
  const [ended, setEnded] = useState({ attempt: 0, failed: false })
  useEffect(() => {
    if (!held) return
    let isOver = false
    const end = (failed: boolean) => !isOver && setEnded({ attempt, failed })
    client.invalidateQueries(withdrawalQuery(id), { throwOnError: true }).then(
      () => end(false),
      () => end(true),
    )
    return () => {
      isOver = true
      // Without the claim, the answer is outdated.
      setEnded({ attempt: 0, failed: false })
    }
  }, [client, held, id, attempt])
  const outcome = ended.failed ? 'failed' : 'done'
  const check: Check = ended.attempt === attempt ? outcome : 'running'
  return {
    check,
    retry: () => setAttempt(attempt + 1),
  }
}

type Props = { withdrawal: CallAnswer<'getWithdrawal'>; claim: ClaimState }

/** Says what to pay once we have the claim and have checked the withdrawal again. */
export function PayOnceClaimed({ withdrawal, claim }: Props) {
  const { held, refusal, elsewhere } = claim
  const { check, retry } = useCheck(withdrawal.id, held)
  const status = useRef<HTMLOutputElement>(null)
  const press = (act: () => void) => () => {
    // The button disappears.
    status.current?.focus()
    act()
  }
  if (refusal !== null && !elsewhere) return <p className="text-sm text-warn">{refusal}</p>
  // The claim stays, so that the member can’t cancel it meanwhile.
  if (withdrawal.stage !== 'approved') return <NeedsApproval />
  return (
    <>
      <output ref={status} tabIndex={-1} className="text-sm text-soft outline-none">
        {elsewhere ? <span className="text-warn">{refusal}</span> : <Progress check={check} />}
      </output>
      {elsewhere && <PaidElsewhere onPayHere={press(claim.takeOver)} />}
      {check === 'failed' && (
        <Button size="small" icon="refresh" onClick={press(retry)} className="justify-self-start">
          <Trans>Try again</Trans>
        </Button>
      )}
      {check === 'done' && <PayThis withdrawal={withdrawal} />}
    </>
  )
}

const Progress = ({ check }: { check: Check }) => (
  <>
    {check === 'done' && (
      <Trans>
        You’ve claimed this withdrawal. We won’t pay it while this is open, or for nine minutes
        after you close it.
      </Trans>
    )}
    {check === 'running' && <Trans>Claiming this withdrawal. Don’t send the coins yet.</Trans>}
    {check === 'failed' && (
      <span className="text-warn">
        <Trans>We couldn’t check this withdrawal again. Don’t send the coins yet.</Trans>
      </span>
    )}
  </>
)

/** The operator may have sent the coins in another window, or before this one was reloaded. */
const PaidElsewhere = ({ onPayHere }: { onPayHere: () => void }) => (
  <>
    <p className="text-sm text-soft">
      <Trans>
        If you’ve already sent the coins, enter the transaction. If not, close the other window
        first, unless you’ve only reloaded this one. Then pay it here.
      </Trans>
    </p>
    <Button size="small" onClick={onPayHere} className="justify-self-start">
      <Trans>Pay it here</Trans>
    </Button>
  </>
)
