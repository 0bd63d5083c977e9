import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '../../../session/session.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { BoardMeter } from '../../plans/board-meter.tsx'
import { windowQuery } from '../queries.ts'
import type { Seat } from '../queries.ts'
import { listPositions, positionsOf } from '../positions.ts'
import type { Position } from '../positions.ts'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { usePreloadIntent } from '../../../ui/use-preload-intent.ts'
import { TreeNode } from '../tree-node.tsx'
import { TreePicture } from '../tree-picture.tsx'

type Profile = User['profiles'][number]

const BOARD_LEVELS = 2

const PositionDialog = lazyDialog(
  async () => (await import('../position-dialog.tsx')).PositionDialog,
)

/** The profile's own seat with an empty downline: shown when the tree can't be loaded. */
function aloneIn(profile: Profile): Seat[] {
  const { id, profile_id, active, plan, activated_at } = profile
  const user = { id: '', username: profile.user.username }
  const nobody = { parent_id: null, side: null, level: 0, left: 0, right: 0 }
  return [{ id, profile_id, active, plan, activated_at, user, ...nobody }]
}

export function ProfileDiagram({ profile }: { profile: Profile }) {
  const { data, isPending } = useQuery(windowQuery(profile.profile_id, BOARD_LEVELS))
  const [shown, setShown] = useState<Position | null>(null)
  const { near, watch } = usePreloadIntent()
  const close = () => setShown(null)
  // As high as the diagram, so that nothing below it moves, such as the focus.
  if (isPending) return <Skeleton className="h-92" />
  const top = positionsOf(data?.seats ?? aloneIn(profile), BOARD_LEVELS)
  return (
    <div {...watch}>
      <TreePicture
        label={t`Network of ${profile.profile_id}`}
        positions={top ? listPositions(top) : []}
        renderPosition={(position) => (
          <TreeNode position={position} onPress={() => setShown(position)} />
        )}
      />
      <BoardMeter filled={profile.board.filled} className="mt-5" />
      <PositionDialog near={near} open={shown !== null} position={shown} onClose={close} />
    </div>
  )
}
