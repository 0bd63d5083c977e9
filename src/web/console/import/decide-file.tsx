import { t } from '@lingui/core/macro'
import { groupThousands } from '../../client/format/number-text.ts'
import { DetailList } from '../../ui/details.tsx'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { DecideImport } from './decide-import.tsx'
import type { MemberImport } from './queries.ts'

/** The decision on an import. Both dialogs say how many members it would add. */
export function DecideFile({ own, returnFocus }: { own: MemberImport; returnFocus: () => void }) {
  const { id, name, rows, proposed_by: proposedBy, proposed_at: proposedAt } = own
  const details = {
    [t`Members`]: groupThousands(String(rows)),
    [t({ message: 'Proposed by', context: 'import' })]: proposedBy,
    [t({ message: 'Proposed', context: 'import' })]: dateTimeText(proposedAt),
  }
  return (
    <DecideImport
      id={id}
      name={name}
      proposedBy={proposedBy}
      approve="approveMemberImport"
      discard="discardMemberImport"
      approving={t`They get their seats and an invitation by email. You can’t undo this.`}
      discarding={t`Nobody is imported. Someone has to propose the file again.`}
      facts={<DetailList details={details} />}
      returnFocus={returnFocus}
    />
  )
}
