import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

type DecisionProps = {
  /** The request, such as `adjustment 4`. */
  about: string
  /** An operator's own request needs another's approval, so they can only withdraw it. */
  isOwn: boolean
  /** Only others decide on a request about the operator. */
  isSubject?: boolean
  /** Who may approve it instead, as a sentence. */
  others: string
  approveTitle: string
  /** What an approval does. */
  approveText: string
  /** What the request is about. */
  facts: ReactNode
  approving: boolean
  /** Approves, and closes the dialog once that is done. */
  onApprove: (then: { onSuccess: () => void }) => void
  rejectTitle: string
  rejecting: boolean
  /** Rejects for this reason, and closes the dialog once that is done. */
  onReject: (reason: string, then: { onSuccess: () => void }) => void
}

/** The two buttons below a request that needs two operators. */
export function Decision(props: DecisionProps) {
  const { isOwn, isSubject = false, others, approving, onApprove } = props
  const { about, rejectTitle, rejecting, onReject } = props
  const [asking, setAsking] = useState<'approve' | 'reject' | null>(null)
  const close = () => setAsking(null)
  return (
    <>
      {isOwn || isSubject ? (
        <span className="self-center text-xs text-faint">{others}</span>
      ) : (
        <Button size="small" kind="primary" onClick={() => setAsking('approve')}>
          <Trans>Approve</Trans>
        </Button>
      )}
      {(isOwn || !isSubject) && (
        <Button size="small" kind="danger" onClick={() => setAsking('reject')}>
          {isOwn ? t`Withdraw request` : t`Reject`}
        </Button>
      )}
      <ConfirmDialog
        open={asking === 'approve'}
        onClose={close}
        title={props.approveTitle}
        description={props.approveText}
        action={t`Approve`}
        pending={approving}
        onConfirm={() => onApprove({ onSuccess: close })}
      >
        {props.facts}
      </ConfirmDialog>
      <ReasonDialog
        open={asking === 'reject'}
        onClose={close}
        about={about}
        title={isOwn ? t`Withdraw request` : rejectTitle}
        action={isOwn ? t`Withdraw request` : t`Reject`}
        danger
        pending={rejecting}
        onConfirm={(reason) => onReject(reason, { onSuccess: close })}
      />
    </>
  )
}
