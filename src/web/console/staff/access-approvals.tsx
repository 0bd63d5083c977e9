import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DetailList } from '../../ui/details.tsx'
import { ChangeDialog, StayHere } from '../parts/change-dialog.tsx'
import { wordsOf } from '../parts/list/filter.ts'
import type { RowOf } from '../parts/list/list-name.ts'
import { useOperator } from '../session/operator-session.ts'
import { halfTitle, PasswordHalf } from './password-half.tsx'
import { useChange } from '../session/use-change.ts'
import { ApprovalList, RequestedBy } from '../parts/queue/approval-list.tsx'
import { Decision } from '../parts/decision.tsx'
import { pendingAccessChangesQuery } from './queries.ts'

type Change = RowOf<'listAccessChanges'>

/** An access request as a sentence. */
export function changeText({ kind, username, role }: Change): string {
  const newRole = wordsOf(role ?? '').toLowerCase()
  if (kind === 'add') return t`Add ${username} as ${newRole}`
  if (kind === 'role') return t`Make ${username} ${newRole}`
  if (kind === 'reset') return t`Reset the access of ${username}`
  if (kind === 'disable') return t`Disable ${username}`
  return `${wordsOf(kind)}: ${username}`
}

export function AccessApprovals() {
  const list = useQuery(pendingAccessChangesQuery)
  const [shown, setShown] = useState<Shown | null>(null)
  return (
    <>
      <ApprovalList
        title={t`Access changes`}
        list={list}
        empty={t`No access changes are waiting.`}
        sinceOf={(item) => item.requested_at}
        renderItem={(item) => (
          <>
            <p className="font-medium">{changeText(item)}</p>
            <p className="wrap-anywhere text-soft">{item.reason}</p>
            <RequestedBy operator={item.requested_by} />
          </>
        )}
        renderDecision={(item) => <Decide item={item} onHalf={setShown} />}
      />
      <ChangeDialog
        open={shown !== null}
        onClose={() => setShown(null)}
        title={halfTitle('second')}
        description={t`It doesn’t sign anyone in. They set up a second factor at first sign-in.`}
      >
        {shown && <PasswordHalf which="second" {...shown} />}
      </ChangeDialog>
    </>
  )
}

type Shown = { half: string; username: string }
type DecideProps = { item: Change; onHalf: (shown: Shown | null) => void }

function Decide({ item, onHalf }: DecideProps) {
  const { username } = useOperator()
  const approve = useChange('approveAccessChange', {
    done: t`Approved. It takes effect right away.`,
    onDone: ({ second_password_half: half, username: owner }) =>
      onHalf(half === null ? null : { half, username: owner }),
  })
  const reject = useChange('rejectAccessChange', { done: t`Rejected.` })
  const params = { id: item.id }
  const details = { [t`Reason`]: item.reason, [t`Requested by`]: item.requested_by }
  return (
    <>
      {/* The answer may be half of a password, which is shown only once. */}
      {approve.isPending && <StayHere />}
      <Decision
        about={`access change ${item.id}`}
        isOwn={item.requested_by === username}
        isSubject={item.username === username}
        others={t`Needs another admin’s approval`}
        approveTitle={t`Approve: ${changeText(item)}`}
        approveText={t`It takes effect right away.`}
        facts={<DetailList details={details} />}
        approving={approve.isPending}
        onApprove={(then) => approve.mutate({ params }, then)}
        rejectTitle={t`Reject: ${changeText(item)}`}
        rejecting={reject.isPending}
        onReject={(reason, then) => reject.mutate({ params, body: { reason } }, then)}
      />
    </>
  )
}
