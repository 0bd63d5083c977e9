import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { ActiveBadge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PlanBadge } from '../../ui/plan-mark.tsx'
import { InviteDialog } from '../invite-dialog.tsx'
import type { Slot, TreeProfile } from '../tree-slots.ts'

/** Who stands at a place; at an empty one, the way to invite somebody. */
export function NodeDialog({ slot, onClose }: { slot: Slot | null; onClose: () => void }) {
  const profile = slot?.profile ?? null
  if (slot && !profile) return <InviteDialog open onClose={onClose} position={slot.position} />
  return (
    <Dialog open={profile !== null} onClose={onClose} title="Profile Details">
      {slot && profile && <Details position={slot.position} profile={profile} />}
    </Dialog>
  )
}

function Details({ position, profile }: { position: string; profile: TreeProfile }) {
  return (
    <>
      <dl className="figures">
        <Row term="Username">{profile.user.username}</Row>
        <Row term="Profile ID">{profile.profile_id}</Row>
        <Row term="Plan">
          <PlanBadge plan={profile.plan.name} />
        </Row>
        <Row term="Status">
          <ActiveBadge active={profile.active} />
        </Row>
        <Row term="Position">{position}</Row>
      </dl>
      <div className="mt-5">
        <ButtonLink wide icon="tree" to={paths.familyTree({ profile: profile.profile_id })}>
          Open in Family Tree
        </ButtonLink>
      </div>
    </>
  )
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 border-b border-line py-2.5">
      <dt className="text-soft">{term}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}
