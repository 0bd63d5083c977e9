import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '../../session/session.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BoardMeter } from '../board-meter.tsx'
import { treeQuery } from '../queries.ts'
import { TreeNode } from '../tree-node.tsx'
import { TreePicture } from '../tree-picture.tsx'
import { slotsOf } from '../tree-slots.ts'
import type { Slot, Tree } from '../tree-slots.ts'
import { NodeDialog } from './node-dialog.tsx'

type Profile = User['profiles'][number]

/** The profile's own tree with nobody in it: what the card shows when the tree cannot be loaded. */
function emptyTree(profile: Profile): Tree {
  const { id, profile_id, active, plan } = profile
  const root = { id, profile_id, active, plan, user: { id: '', username: profile.user.username } }
  return { profile: root, left_child: null, right_child: null }
}

export function ProfileDiagram({ profile }: { profile: Profile }) {
  const { data, isPending } = useQuery(treeQuery(profile.profile_id))
  const [shown, setShown] = useState<Slot | null>(null)
  if (isPending) return <Skeleton className="h-80" />
  return (
    <>
      <TreePicture
        label={`Network of ${profile.profile_id}`}
        slots={slotsOf(data ?? emptyTree(profile))}
        renderSlot={(slot) => <TreeNode slot={slot} onPress={() => setShown(slot)} />}
      />
      <BoardMeter filled={profile.board.filled} className="mt-5" />
      <NodeDialog slot={shown} onClose={() => setShown(null)} />
    </>
  )
}
