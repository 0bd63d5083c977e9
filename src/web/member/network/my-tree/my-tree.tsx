import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { User } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { PAGE, PageHead } from '../../../ui/card.tsx'
import { IncomeDisclaimer } from '../../../ui/income-disclaimer.tsx'
import { Empty, ErrorPanel } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toastError } from '../../../ui/toast/toast.ts'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { usePreloadIntent } from '../../../ui/use-preload-intent.ts'
import { useMe } from '../../me/queries.ts'
import { ProfileCard } from './profile-card.tsx'

export const meta = () => [{ title: t`My Plan · Twofold` }]

const PAGE_SIZE = 12

const ActivationDialog = lazyDialog(
  async () => (await import('../../activation/activation-dialog.tsx')).ActivationDialog,
)

const newestFirst = (profiles: User['profiles']) =>
  [...profiles].sort(
    (a, b) => b.created_at.localeCompare(a.created_at) || Number(b.id) - Number(a.id),
  )

/** The profile to activate if a link leads here for that: the first without a seat. */
function useWantedProfile(profiles: User['profiles']) {
  const [search, setSearch] = useSearchParams()
  const [found, setFound] = useState<string | null>(null)
  const isWanted = search.get('activate') === 'new'
  const first = profiles.findLast(({ active }) => !active)?.id
  // Once active, it stays the dialog's. Otherwise, the dialog would offer the next one after a lost
  // answer, and another click would pay for that.
  if (isWanted && found === null && first !== undefined) setFound(first)
  return {
    id: isWanted ? found : null,
    forget: () => {
      if (!isWanted) return
      setFound(null)
      setSearch({}, { replace: true, preventScrollReset: true })
    },
  }
}

export default function MyTree() {
  const { data: user, error, isPending, refetch } = useMe()
  const [shown, setShown] = useState(PAGE_SIZE)
  const [activating, setActivating] = useState<string | null>(null)
  useEffect(() => {
    if (error) toastError(t`Error`, t`Failed to fetch profile information`)
  }, [error])
  const { near, watch } = usePreloadIntent()
  const profiles = newestFirst(user?.profiles ?? [])
  const wanted = useWantedProfile(profiles)
  const activated = activating ?? wanted.id
  const close = () => {
    setActivating(null)
    wanted.forget()
  }
  return (
    <div className={PAGE}>
      <PageHead
        title={t`My Plan`}
        intro={t`Each profile holds one seat on one plan, with a board of six positions below it.`}
      />
      <IncomeDisclaimer className="mt-5" />
      {isPending && <Waiting />}
      {error && !user && (
        <ErrorPanel
          error={error}
          title={t`Failed to fetch profile information`}
          onRetry={() => void refetch()}
        />
      )}
      {user && profiles.length === 0 && (
        <Empty
          icon="tree"
          title={t`No profiles found`}
          text={t`You get your first one when you register.`}
        />
      )}
      <ul className="mt-8 grid gap-4 lg:grid-cols-2" {...watch}>
        {profiles.slice(0, shown).map((profile) => (
          <li key={profile.id} className="min-w-0">
            <ProfileCard profile={profile} onActivate={() => setActivating(profile.id)} />
          </li>
        ))}
      </ul>
      {profiles.length > shown && (
        <div className="mt-6 text-center">
          <Button onClick={() => setShown(shown + PAGE_SIZE)}>
            <Trans>
              Show {Math.min(PAGE_SIZE, profiles.length - shown)} more of {profiles.length}
            </Trans>
          </Button>
        </div>
      )}
      <ActivationDialog
        key={activated}
        near={near || activated !== null}
        open={activated !== null}
        profileId={activated ?? undefined}
        onClose={close}
      />
    </div>
  )
}

function Waiting() {
  return (
    <div className="mt-8 grid gap-4 lg:grid-cols-2">
      <Skeleton className="h-130" />
      <Skeleton className="h-130" />
    </div>
  )
}
