import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '../../ui/button.tsx'
import { paths } from '../parts/console-paths.ts'
import { ApprovalList, RequestedBy } from '../parts/queue/approval-list.tsx'
import { CorrectionChanges } from './correction-changes.tsx'
import { DecideImport } from './decide-import.tsx'
import { correctionsQuery, proposedImportsQuery } from './queries.ts'

/** Imports and corrections of their rows that wait for another admin. */
export function ImportApprovals() {
  const imports = useQuery(proposedImportsQuery)
  const corrections = useQuery(correctionsQuery)
  return (
    <>
      <ApprovalList
        title={t`Member imports`}
        list={imports}
        empty={t`No imports are waiting.`}
        sinceOf={(item) => item.proposed_at}
        renderItem={(item) => (
          <>
            <p className="font-medium wrap-anywhere">{item.name}</p>
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
            <p className="font-medium wrap-anywhere">
              <Trans>
                Row {item.row} of {item.import_name}
              </Trans>
            </p>
            <CorrectionChanges correction={item} />
            <RequestedBy operator={item.proposed_by} />
          </>
        )}
        renderDecision={(item) => (
          <DecideImport
            id={item.id}
            name={t`Row ${item.row} of ${item.import_name}`}
            proposedBy={item.proposed_by}
            approve="approveImportCorrection"
            discard="discardImportCorrection"
            approving={t`We import the row with these values. You can’t undo this.`}
            discarding={t`The row keeps its values until someone corrects it again.`}
            facts={<CorrectionChanges correction={item} />}
          />
        )}
      />
    </>
  )
}
