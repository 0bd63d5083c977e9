import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { PAGE, PageHead } from '../../ui/card.tsx'
import { HonestyNote } from '../../ui/honesty-note.tsx'
import { Empty, ErrorPanel } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toastError } from '../../ui/toast.ts'
import { ApiError } from '../../api-error.ts'
import { InviteDialog } from '../invite-dialog.tsx'
import { treeQuery } from '../queries.ts'
import { NetworkPicture } from './network-picture.tsx'
import { OwnProfiles } from './own-profiles.tsx'
import { PlanCard } from './plan-card.tsx'
import { TreeBar } from './tree-bar.tsx'
import { useTreeHistory } from './use-tree-history.ts'

export const meta = () => [{ title: 'Family Tree · Twofold' }]

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404

export default function FamilyTree() {
  const history = useTreeHistory()
  const { data: tree, error, isPending, refetch } = useQuery(treeQuery(history.shown))
  const [inviting, setInviting] = useState<string | null>(null)
  useEffect(() => {
    if (error)
      toastError('Error', isNotFound(error) ? 'Profile not found' : 'Failed to load tree data')
  }, [error])
  return (
    <div className={PAGE}>
      <PageHead title="Network Tree" />
      <TreeBar history={history} />
      {isPending && <Skeleton className="mt-6 h-130" />}
      {error && !tree && isNotFound(error) && (
        <Empty icon="tree" title="No profiles found" text="There is no such profile beneath you." />
      )}
      {error && !tree && !isNotFound(error) && (
        <ErrorPanel error={error} title="Failed to load tree data" onRetry={() => void refetch()} />
      )}
      {tree && (
        <div className="mt-6 grid items-start gap-4 lg:grid-cols-[1fr_18rem]">
          <NetworkPicture
            tree={tree}
            onOpen={history.open}
            onInvite={(position) => setInviting(position)}
          />
          <div className="grid gap-4 max-lg:contents">
            <div className="max-lg:order-first">
              <PlanCard profile={tree.profile} />
            </div>
            <OwnProfiles shown={tree.profile.profile_id} onOpen={history.open} />
          </div>
        </div>
      )}
      <HonestyNote className="mt-10" />
      <InviteDialog
        open={inviting !== null}
        position={inviting ?? undefined}
        onClose={() => setInviting(null)}
      />
    </div>
  )
}
