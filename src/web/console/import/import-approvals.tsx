import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { paths } from '../parts/console-paths.ts'
import { ApprovalList, RequestedBy } from '../parts/queue/approval-list.tsx'
import { useOperator } from '../session/operator-session.ts'
import { useChange } from '../session/use-change.ts'
import { CorrectionChanges } from './correction-changes.tsx'
import { correctionsQuery, proposedImportsQuery, type Correction } from './queries.ts'

/** Imports and corrections of their rows that wait for another admin. */
export function ImportApprovals() {
  const imports = useQuery(proposedImportsQuery)
  const corrections = useQuery(correctionsQuery)
  return (
    <>
      <ApprovalList
        title={t`Members imports`}
        list={imports}
        empty={t`No imports are waiting.`}
        sinceOf={(item) => item.proposed_at}
        renderItem={(item) => (
          <>
            <p className="font-medium break-words">{item.name}</p>
            <p className="text-soft">
              {plural(item.rows, { one: '# member', other: '# members' })}
            </p>
            <RequestedBy operator={item.proposed_by} />
          </>
        )}
        renderDecision={() => (
          <ButtonLink size="small" to={paths.memberImports()}>
            <Trans>Review</Trans>
          </ButtonLink>
        )}
      />
      <ApprovalList
        title={t`Corrections of imported rows`}
        list={corrections}
        empty={t`No corrections are waiting.`}
        sinceOf={(item) => item.proposed_at}
        renderItem={(item) => (
          <>
            <p className="font-medium break-words">
              <Trans>
                Row {item.row} of {item.import_name}
              </Trans>
            </p>
            <CorrectionChanges correction={item} />
            <RequestedBy operator={item.proposed_by} />
          </>
        )}
        renderDecision={(item) => <Decide correction={item} />}
      />
    </>
  )
}

function Decide({ correction }: { correction: Correction }) {
  const isOwn = useOperator().username === correction.proposed_by
  const approve = useChange('approveImportCorrection', {
    done: t`Approved. The row is being imported.`,
  })
  const discard = useChange('discardImportCorrection', { done: t`Discarded.` })
  const params = { id: correction.id }
  return (
    <>
      {isOwn ? (
        <span className="self-center text-xs text-faint">
          <Trans>Needs another admin’s approval</Trans>
        </span>
      ) : (
        <Button
          size="small"
          kind="primary"
          pending={approve.isPending}
          onClick={() => approve.mutate({ params })}
        >
          <Trans>Approve</Trans>
        </Button>
      )}
      <Button
        size="small"
        kind="danger"
        pending={discard.isPending}
        onClick={() => discard.mutate({ params })}
      >
        {isOwn ? t`Take back` : t`Discard`}
      </Button>
    </>
  )
}
