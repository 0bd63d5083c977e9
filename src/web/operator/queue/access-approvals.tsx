import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { call } from '../call.ts'
import type { RowOf } from '../list/list-name.ts'
import { useOperator } from '../session.ts'
import { useChange } from '../use-change.ts'
import { ApprovalList } from './approval-list.tsx'
import { Decision } from './decision.tsx'

type Change = RowOf<'findAccessChanges'>

/** A change of somebody's rights in a sentence. */
export function changeText({ kind, username, role }: Change): string {
  if (kind === 'add') return `Add ${username} as ${role}`
  if (kind === 'role') return `Make ${username} ${role}`
  return kind === 'reset' ? `Reset the access of ${username}` : `Disable ${username}`
}

export function AccessApprovals() {
  const list = useQuery({
    queryKey: ['findAccessChanges', 'pending'],
    queryFn: ({ signal }) => {
      const query = { status: 'pending', sort: 'oldest', page_size: '100' } as const
      return call('findAccessChanges', { query }, { signal })
    },
  })
  const [password, setPassword] = useState<string | null>(null)
  return (
    <>
      <ApprovalList
        title="Operators’ rights"
        list={list}
        empty="No change of rights waits."
        sinceOf={(item) => item.requested_at}
        renderItem={(item) => (
          <>
            <p className="font-medium">{changeText(item)}</p>
            <p className="break-words text-soft">{item.reason}</p>
            <p className="text-xs text-faint">asked for by {item.requested_by}</p>
          </>
        )}
        renderDecision={(item) => <Decide item={item} onPassword={setPassword} />}
      />
      <Dialog
        open={password !== null}
        onClose={() => setPassword(null)}
        title="The password"
        description="Shown once. Hand it over in person. A second factor follows at first sign-in."
      >
        <p className="figures mb-4 text-lg font-semibold break-all">{password}</p>
        <CopyButton text={password ?? ''} label="Copy password" wide />
      </Dialog>
    </>
  )
}

type DecideProps = { item: Change; onPassword: (password: string | null) => void }

function Decide({ item, onPassword }: DecideProps) {
  const { username } = useOperator()
  const approve = useChange('approveAccessChange', {
    done: 'Approved. It counts at once.',
    onDone: ({ one_time_password: password }) => onPassword(password),
  })
  const reject = useChange('rejectAccessChange', { done: 'Rejected.' })
  const params = { id: item.id }
  return (
    <Decision
      isOwn={item.requested_by === username || item.username === username}
      others="Another admin has to approve it"
      approving={approve.isPending}
      onApprove={() => approve.mutate({ params })}
      rejectTitle={`Reject: ${changeText(item)}`}
      rejecting={reject.isPending}
      onReject={(reason, close) =>
        reject.mutate({ params, body: { reason } }, { onSuccess: close })
      }
    />
  )
}
