import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../client/api-error.ts'
import { PAGE, PageHead } from '../../../ui/card.tsx'
import { IncomeDisclaimer } from '../../../ui/income-disclaimer.tsx'
import { Empty, ErrorPanel } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toastError } from '../../../ui/toast/toast.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { usePreloadIntent } from '../../../ui/use-preload-intent.ts'
import { LegBar } from './leg-bar.tsx'
import { windowQuery } from '../queries.ts'
import { NetworkView } from './network-view.tsx'
import { OwnProfiles } from './own-profiles.tsx'
import { PlanCard } from './plan-card.tsx'
import { TreeBar } from './tree-bar.tsx'
import { TreePath } from './tree-path.tsx'
import { usePrefetch } from './use-prefetch.ts'
import { useTreeHistory } from './use-tree-history.ts'
import { ViewSwitch } from './view-switch.tsx'

export const meta = () => [{ title: t`Family Tree · Twofold` }]

const InviteDialog = lazyPart(
  async () => (await import('../../referrals/invite-dialog.tsx')).InviteDialog,
)

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404

export default function FamilyTree() {
  const history = useTreeHistory()
  const { shown, levels } = history
  const { data, error, isPending, refetch } = useQuery(windowQuery(shown, levels))
  const [inviting, setInviting] = useState<string | null>(null)
  const { near, watch } = usePreloadIntent()
  const top = data?.seats[0]
  usePrefetch(data?.seats ?? [], levels)
  useEffect(() => {
    if (error)
      toastError(t`Error`, isNotFound(error) ? t`Profile not found` : t`Failed to load tree data`)
  }, [error])
  const closeInvite = () => setInviting(null)
  const open = (profileId: string) => void history.open(profileId)
  return (
    <div className={PAGE}>
      <PageHead title={t`Network Tree`}>
        <ViewSwitch history={history} />
      </PageHead>
      <TreeBar history={history} />
      {isPending && <Skeleton className="mt-6 h-130" />}
      {error && !top && isNotFound(error) && (
        <Empty
          icon="tree"
          title={t`No profiles found`}
          text={t`This profile isn’t in your downline.`}
        />
      )}
      {error && !top && !isNotFound(error) && (
        <ErrorPanel
          error={error}
          title={t`Failed to load tree data`}
          onRetry={() => void refetch()}
        />
      )}
      {data && top && (
        <div {...watch}>
          <TreePath profileId={top.profile_id} onOpen={open} />
          <LegBar profileId={top.profile_id} onOpen={open} onInvite={setInviting} />
          <div className="mt-4 grid items-start gap-4 lg:grid-cols-[1fr_18rem]">
            <NetworkView history={history} seats={data.seats} near={near} onInvite={setInviting} />
            <div className="grid gap-4 max-lg:contents">
              <PlanCard profile={top} />
              <OwnProfiles shown={top.profile_id} onOpen={open} />
            </div>
          </div>
        </div>
      )}
      <IncomeDisclaimer className="mt-10" />
      <InviteDialog
        near={near}
        open={inviting !== null}
        position={inviting ?? undefined}
        onClose={closeInvite}
      />
    </div>
  )
}
