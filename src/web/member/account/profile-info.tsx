import { DRAFT } from './draft-name.ts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { hasDraft } from '../../session/drafts.ts'
import type { User } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Particulars } from './particulars.tsx'

// Most visits to this page change nothing in it.
const ProfileForm = lazyPart(async () => (await import('./profile-form.tsx')).ProfileForm, {
  waiting: <Skeleton className="mt-4 h-120" />,
  missed: <LoadError />,
})

/** The member's own particulars: to read, or, after Edit, to change. */
export function ProfileInfo({ user }: { user: User }) {
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
        <h3 className="text-lg font-semibold">
          <Trans>Profile Information</Trans>
        </h3>
        <Button size="small" icon={editing ? 'close' : 'edit'} onClick={() => setEditing(!editing)}>
          {editing ? t`Cancel` : t`Edit`}
        </Button>
      </div>
      {editing ? (
        <ProfileForm user={user} onSaved={() => setEditing(false)} />
      ) : (
        <Particulars user={user} />
      )}
    </Card>
  )
}
