import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
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
  approving: boolean
  onApprove: () => void
  rejectTitle: string
  rejecting: boolean
  /** Rejects for this reason, and closes the dialog once that is done. */
  onReject: (reason: string, then: { onSuccess: () => void }) => void
}

/** The two buttons below a request that needs two operators. */
export function Decision(props: DecisionProps) {
  const { isOwn, isSubject = false, others, approving, onApprove } = props
  const { about, rejectTitle, rejecting, onReject } = props
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      {isOwn || isSubject ? (
        <span className="self-center text-xs text-faint">{others}</span>
      ) : (
        <Button size="small" kind="primary" pending={approving} onClick={onApprove}>
          <Trans>Approve</Trans>
        </Button>
      )}
      {(isOwn || !isSubject) && (
        <Button size="small" kind="danger" onClick={() => setAsking(true)}>
          {isOwn ? t`Withdraw request` : t`Reject`}
        </Button>
      )}
      <ReasonDialog
        open={asking}
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
