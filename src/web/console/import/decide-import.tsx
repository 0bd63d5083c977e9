import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useOperator } from '../session/operator-session.ts'
import { useChange } from '../session/use-change.ts'

type DecideImportProps = {
  id: string
  /** The object of the decision, for screen readers. */
  name: string
  proposedBy: string
  approve: 'approveMemberImport' | 'approveImportCorrection'
  discard: 'discardMemberImport' | 'discardImportCorrection'
}

/** The two buttons under an import, or under a correction of one of its rows. */
export function DecideImport({ id, name, proposedBy, ...calls }: DecideImportProps) {
  const isOwn = useOperator().username === proposedBy
  const approve = useChange(calls.approve, { done: t`Approved. The import is under way.` })
  const discard = useChange(calls.discard, { done: t`Discarded.` })
  const params = { id }
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
          pending={approve.isPending}
          onClick={() => approve.mutate({ params })}
          aria-label={t`Approve ${name}`}
        >
          <Trans>Approve</Trans>
        </Button>
      )}
      <Button
        size="small"
        kind="danger"
        pending={discard.isPending}
        onClick={() => discard.mutate({ params })}
        aria-label={t`Discard ${name}`}
      >
        <Trans>Discard</Trans>
      </Button>
    </div>
  )
}
