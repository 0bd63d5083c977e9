import type { Seat } from '../queries.ts'
import { LegBar } from './leg-bar.tsx'
import { NetworkView } from './network-view.tsx'
import { OwnProfiles } from './own-profiles.tsx'
import { PlanCard } from './plan-card.tsx'
import { PlanTabs } from './plan-tabs.tsx'
import { TreePath } from './tree-path.tsx'
import type { TreeHistory } from './use-tree-history.ts'

type ShownNetworkProps = {
  history: TreeHistory
  top: Seat
  seats: Seat[]
  near: boolean
  onInvite: (where: string, returnFocus?: () => void) => void
}

/** The downline of the profile at the top, and what belongs to that profile. */
export function ShownNetwork({ history, top, seats, near, onInvite }: ShownNetworkProps) {
  const open = (profileId: string) => void history.open(profileId)
  return (
    <>
      <PlanTabs shown={top.profile_id} onOpen={open} />
      <TreePath profileId={top.profile_id} onOpen={open} />
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[1fr_19rem]">
        <NetworkView history={history} seats={seats} near={near} onInvite={onInvite} />
        <div className="grid gap-4 max-lg:contents">
          <LegBar profileId={top.profile_id} onOpen={open} onInvite={onInvite} />
          <PlanCard profile={top} />
          <OwnProfiles shown={top.profile_id} onOpen={open} />
        </div>
      </div>
    </>
  )
}
