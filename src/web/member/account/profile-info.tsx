import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { hasDraft } from '../../session/drafts.ts'
import type { User } from '../../session/session.ts'
import { Address } from '../../ui/address.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { latePart } from '../../ui/late-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MissingPart } from '../missing-part.tsx'

// Most visits to this page change nothing in it.
const ProfileForm = latePart(async () => (await import('./profile-form.tsx')).ProfileForm, {
  waiting: <Skeleton className="mt-4 h-120" />,
  missed: <MissingPart />,
})

/** Under what the form's fields are kept, should the session end. */
export const DRAFT = 'profile'

/** The member's own particulars: to read, or, after Edit, to change. */
export function ProfileInfo({ user }: { user: User }) {
  // Whoever was sent here to set their wallet address finds the form open.
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

function Particulars({ user }: { user: User }) {
  return (
    <dl className="mt-3 -mb-3 grid gap-x-8 sm:grid-cols-2">
      <Row term={t`Username`}>{user.username}</Row>
      <Row term={t`Email`}>
        {user.email}
        {user.pending_email && (
          <span className="block text-sm text-warn">
            <Trans>{user.pending_email} takes its place when its link has been followed</Trans>
          </span>
        )}
      </Row>
      <Row term={t`First Name`}>{user.first_name}</Row>
      <Row term={t`Last Name`}>{user.last_name}</Row>
      <Row term={t`Phone`}>{user.phone_number}</Row>
      <Row term={t`Wallet Address (TRC20)`}>
        {user.wallet_address && <Address value={user.wallet_address} />}
      </Row>
      <Row term={t`Auto Upgrade`}>{user.auto_upgrade ? t`On` : t`Off`}</Row>
      <Row term={t`Contact shown to sponsor`}>{user.share_contact ? t`In full` : t`Masked`}</Row>
    </dl>
  )
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="border-t border-line py-3">
      <dt className="text-sm text-faint">{term}</dt>
      <dd className="mt-0.5 break-words">
        {children || (
          <span className="text-faint">
            <Trans>Not set</Trans>
          </span>
        )}
      </dd>
    </div>
  )
}
