import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { useMay } from '../session/permission.ts'
import { useChange } from '../session/use-change.ts'
import { AdjustDialog } from './adjust-dialog.tsx'
import { beginView } from './begin-view.ts'
import type { Member } from './queries.ts'

type Asking = 'suspend' | 'reinstate' | 'reopen' | 'view' | 'adjust' | null

/** What staff may do with a member's account; each has a reason and is in the audit log. */
export function MemberActions({ member }: { member: Member }) {
  const [asking, setAsking] = useState<Asking>(null)
  const maySuspend = useMay('suspendMember')
  const mayAdjust = useMay('requestAdjustment')
  const resend = useChange('resendMemberEmail', { done: t`The email is on its way.` })
  const close = () => setAsking(null)
  const params = { id: member.id }
  return (
    <>
      <Button size="small" icon="eye" onClick={() => setAsking('view')}>
        <Trans>View as member</Trans>
      </Button>
      <Button
        size="small"
        icon="mail"
        pending={resend.isPending}
        onClick={() => resend.mutate({ params, body: { mail: 'password' } })}
      >
        <Trans>Send password email</Trans>
      </Button>
      {mayAdjust && (
        <Button size="small" icon="edit" onClick={() => setAsking('adjust')}>
          <Trans>Adjust wallet</Trans>
        </Button>
      )}
      {member.closed_at && (
        <Button size="small" onClick={() => setAsking('reopen')}>
          <Trans>Reopen account</Trans>
        </Button>
      )}
      {maySuspend && (
        <Button
          size="small"
          kind={member.is_active ? 'danger' : 'primary'}
          onClick={() => setAsking(member.is_active ? 'suspend' : 'reinstate')}
        >
          {member.is_active ? t`Suspend` : t`Reinstate`}
        </Button>
      )}
      <AccessDialogs member={member} asking={asking} onClose={close} />
      <AdjustDialog
        username={member.username}
        closed={member.closed_at !== null}
        open={asking === 'adjust'}
        onClose={close}
      />
    </>
  )
}

type AccessDialogsProps = { member: Member; asking: Asking; onClose: () => void }

function AccessDialogs({ member, asking, onClose }: AccessDialogsProps) {
  const params = { id: member.id }
  const suspend = useChange('suspendMember', { done: t`Suspended.`, onDone: onClose })
  const reinstate = useChange('reinstateMember', { done: t`Reinstated.`, onDone: onClose })
  const reopen = useChange('reopenMember', { done: t`Reopened.`, onDone: onClose })
  const view = useChange('viewAsMember', {
    done: t`Opening the member’s view.`,
    onDone: (view) => {
      // Forgets the reason, too, before the page is left.
      onClose()
      beginView(view)
    },
  })
  return (
    <>
      <ReasonDialog
        open={asking === 'suspend'}
        onClose={onClose}
        about={`member ${member.id}`}
        title={t`Suspend ${member.username}`}
        description={t`Ends all sessions. Rewards still reach the wallet, but nothing is paid out.`}
        action={t`Suspend`}
        danger
        pending={suspend.isPending}
        onConfirm={(reason) => suspend.mutate({ params, body: { reason } })}
      />
      <ReasonDialog
        open={asking === 'reinstate'}
        onClose={onClose}
        about={`member ${member.id}`}
        title={t`Reinstate ${member.username}`}
        action={t`Reinstate`}
        pending={reinstate.isPending}
        onConfirm={(reason) => reinstate.mutate({ params, body: { reason } })}
      />
      <ReasonDialog
        open={asking === 'reopen'}
        onClose={onClose}
        about={`member ${member.id}`}
        title={t`Reopen the account of ${member.username}`}
        description={t`The member asked to close it. After 30 days, only an admin can reopen it.`}
        action={t`Reopen account`}
        pending={reopen.isPending}
        onConfirm={(reason) => reopen.mutate({ params, body: { reason } })}
      />
      <ReasonDialog
        open={asking === 'view'}
        onClose={onClose}
        about={`member ${member.id}`}
        title={t`View as ${member.username}`}
        description={t`You see what the member sees, read-only. The member can see your visit.`}
        action={t`Open`}
        pending={view.isPending}
        onConfirm={(reason) => view.mutate({ params, body: { reason } })}
      />
    </>
  )
}
