import { DRAFT } from './draft-name.ts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../session/api.ts'
import { hasDraft } from '../../session/drafts.ts'
import { keepUser } from '../../session/session.ts'
import type { User } from '../../session/session.ts'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { Address } from '../../ui/format/address.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { meQuery } from '../me/queries.ts'
import { Detail, NotSet } from '../../ui/details.tsx'

// Most visits to this page change nothing in it.
const ProfileForm = lazyPart(async () => (await import('./profile-form.tsx')).ProfileForm, {
  waiting: <Skeleton className="mt-4 h-120" />,
  missed: <LoadError />,
})

/** The member's own particulars: to read, or, after Edit, to change. */
export function ProfileInfo({ user }: { user: User }) {
  // The form is open for members who were sent here to set their wallet address.
  const [search, setSearch] = useSearchParams()
  const sentToEdit = search.get('edit') === 'profile'
  const [asked, setAsked] = useState(() => hasDraft(DRAFT))
  const editing = asked || sentToEdit
  const setEditing = (next: boolean) => {
    setAsked(next)
    if (sentToEdit) setSearch({}, { replace: true, preventScrollReset: true })
  }
  return (
    <Card label={t`Profile information`} className="p-5 sm:p-6">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-lg font-semibold">
          <Trans>Profile Information</Trans>
        </h2>
        <Button size="small" icon={editing ? 'close' : 'edit'} onClick={() => setEditing(!editing)}>
          {editing ? t`Cancel` : t`Edit`}
        </Button>
      </div>
      {editing ? (
        <ProfileForm user={user} sentHere={sentToEdit} onSaved={() => setEditing(false)} />
      ) : (
        <Particulars user={user} />
      )}
    </Card>
  )
}

/** The address that waits, and the way to take it back: saving the one on file. */
function PendingEmail({ user, pending }: { user: User; pending: string }) {
  const client = useQueryClient()
  const [canceling, setCanceling] = useState(false)
  const cancel = async () => {
    setCanceling(true)
    try {
      const updated = await call('updateMe', { body: { email: user.email } })
      client.setQueryData(meQuery.queryKey, updated)
      keepUser(updated)
      toast(t`Email change canceled`, { kind: 'success' })
    } catch (error) {
      toastFailure(error, t`We couldn’t cancel the change. Try again.`)
      setCanceling(false)
    }
  }
  return (
    <span className="mt-1 block text-sm">
      <span className="block break-all text-warn">
        <Trans>Pending change to {pending}. Confirm it from the email we sent.</Trans>
      </span>
      <Button size="small" className="mt-1.5" pending={canceling} onClick={cancel}>
        <Trans>Cancel the change</Trans>
      </Button>
    </span>
  )
}

function Particulars({ user }: { user: User }) {
  return (
    <dl className="mt-3 -mb-3 grid gap-x-8 sm:grid-cols-2">
      <Detail look="stacked" term={t`Username`}>
        {user.username}
      </Detail>
      <Detail look="stacked" term={t`Email`}>
        {user.email}
        {user.pending_email && <PendingEmail user={user} pending={user.pending_email} />}
      </Detail>
      <Detail look="stacked" term={t`First Name`}>
        {user.first_name || <NotSet />}
      </Detail>
      <Detail look="stacked" term={t`Last Name`}>
        {user.last_name || <NotSet />}
      </Detail>
      <Detail look="stacked" term={t`Phone`}>
        {user.phone_number || <NotSet />}
      </Detail>
      <Detail look="stacked" term={t`Wallet Address (TRC20)`}>
        {user.wallet_address ? <Address value={user.wallet_address} /> : <NotSet />}
      </Detail>
      <Detail look="stacked" term={t`Auto Upgrade`}>
        {user.auto_upgrade ? t`On` : t`Off`}
      </Detail>
      <Detail look="stacked" term={t`Contact shown to sponsor`}>
        {user.share_contact ? t`In full` : t`Masked`}
      </Detail>
    </dl>
  )
}
