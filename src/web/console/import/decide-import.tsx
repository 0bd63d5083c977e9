import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { useOperator } from '../session/operator-session.ts'
import { useChange } from '../session/use-change.ts'

type DecideImportProps = {
  id: string
  /** The object of the decision, for screen readers and the dialogs' titles. */
  name: string
  proposedBy: string
  approve: 'approveMemberImport' | 'approveImportCorrection'
  discard: 'discardMemberImport' | 'discardImportCorrection'
  /** What happens then. */
  approving: string
  discarding: string
  /** What the decision is about. */
  facts: ReactNode
  /** For buttons that disappear with the decision. */
  returnFocus?: (() => void) | undefined
}

/** The two buttons under an import, or under a correction of one of its rows. Both ask first. */
export function DecideImport(props: DecideImportProps) {
  const { name, proposedBy } = props
  const isOwn = useOperator().username === proposedBy
  const [asked, setAsked] = useState<'approve' | 'discard' | null>(null)
  const close = () => setAsked(null)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isOwn ? (
        <span className="text-xs text-faint">
          <Trans>Another admin has to approve it.</Trans>
        </span>
      ) : (
        <Button
          size="small"
          kind="primary"
          onClick={() => setAsked('approve')}
          aria-label={t`Approve ${name}`}
        >
          <Trans>Approve</Trans>
        </Button>
      )}
      <Button
        size="small"
        kind="danger"
        onClick={() => setAsked('discard')}
        aria-label={t`Discard ${name}`}
      >
        <Trans>Discard</Trans>
      </Button>
      <ApproveDialog {...props} open={asked === 'approve'} onClose={close} />
      <DiscardDialog {...props} open={asked === 'discard'} onClose={close} />
    </div>
  )
}

type DialogProps = DecideImportProps & { open: boolean; onClose: () => void }

function ApproveDialog({ id, name, approve: call, approving, ...rest }: DialogProps) {
  const { open, onClose, returnFocus } = rest
  const approve = useChange(call, { done: t`Approved. The import is under way.`, onDone: onClose })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      returnFocus={returnFocus}
      title={t`Approve ${name}`}
      description={approving}
      action={t`Approve`}
      pending={approve.isPending}
      onConfirm={() => approve.mutate({ params: { id } })}
    >
      {rest.facts}
    </ConfirmDialog>
  )
}

function DiscardDialog({ id, name, discard: call, discarding, ...rest }: DialogProps) {
  const { open, onClose, returnFocus } = rest
  const discard = useChange(call, { done: t`Discarded.`, onDone: onClose })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      returnFocus={returnFocus}
      title={t`Discard ${name}`}
      description={discarding}
      action={t`Discard`}
      danger
      pending={discard.isPending}
      onConfirm={() => discard.mutate({ params: { id } })}
    >
      {rest.facts}
    </ConfirmDialog>
  )
}
