import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { mapQuery, windowQuery } from '../queries.ts'
import type { Seat } from '../queries.ts'
import { CellDetails } from './cell-details.tsx'
import { countLevels, layOutIcicle } from './icicle.ts'
import { IcicleCanvas } from './icicle-canvas.tsx'

/** How to read the picture, and how to navigate it. */
const Reading = () => (
  <p className="mb-3 text-sm text-soft">
    <Trans>Each row is a level. The wider the cell, the larger its downline.</Trans>
    <span className="mt-1 flex gap-x-5">
      <Mark className="bg-accent">{t`Left leg`}</Mark>
      <Mark className="bg-second">{t`Right leg`}</Mark>
    </span>
    <span className="block pointer-coarse:hidden">
      <Trans>Use the arrow keys to move, and press Enter to show a cell at the top.</Trans>
    </span>
  </p>
)

function Mark({ className, children }: { className: string; children: string }) {
  return (
    <span className="flex items-center gap-2">
      <span
        aria-hidden="true"
        className={`size-3 rounded-xs forced-color-adjust-none ${className}`}
      />
      {children}
    </span>
  )
}

type OverviewProps = {
  top: Seat
  onOpen: (profileId: string) => void
  /** The member opened it from the previous top: the keyboard continues here. */
  takesFocus: boolean
}

const LEVELS_SAID = 12
/** Deeper cells are too narrow for a name. */
const NAMED_LEVELS = 4

/** The whole network at a glance: the wider a cell, the larger its downline. */
export default function Overview({ top, onOpen, takesFocus }: OverviewProps) {
  const { data, error, refetch } = useQuery(mapQuery(top.profile_id))
  const near = useQuery(windowQuery(top.profile_id, NAMED_LEVELS))
  const [chosen, setChosen] = useState(0)
  if (error && !data) {
    return (
      <ErrorPanel
        error={error}
        title={t`Failed to load tree data`}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <Skeleton className="m-3 h-96" />
  const icicle = layOutIcicle(data)
  const names = new Map(near.data?.seats.map(({ id, user }) => [id, user.username]))
  const at = Math.min(chosen, data.ids.length - 1)
  const counts = countLevels(icicle)
  return (
    <div className="p-3 sm:p-5">
      <Reading />
      <IcicleCanvas
        takesFocus={takesFocus}
        icicle={icicle}
        map={data}
        names={names}
        chosen={at}
        label={t`Overview of ${top.user.username}, ${top.profile_id}`}
        onChoose={setChosen}
        onOpen={(cell) => onOpen(data.ids[cell] ?? top.profile_id)}
      />
      <CellDetails map={data} level={icicle.levels[at] ?? 0} cell={at} onOpen={onOpen} />
      <details className="mt-4 text-sm">
        <summary className="min-h-9 cursor-pointer py-2 font-medium">
          <Trans>Show as list</Trans>
        </summary>
        <ul className="figures mt-1 columns-2 text-soft sm:columns-4">
          {counts.slice(0, LEVELS_SAID).map((count, i) => (
            <li key={`level ${i + 1}`}>
              <Trans>
                Level {i + 1}: {count}
              </Trans>
            </li>
          ))}
        </ul>
        {counts.length > LEVELS_SAID && (
          <p className="mt-1 text-soft">
            <Trans>{counts.length - LEVELS_SAID} more levels</Trans>
          </p>
        )}
        {counts.length === 0 && (
          <p className="text-soft">
            <Trans>No members here yet.</Trans>
          </p>
        )}
        {data.left_out > 0 && (
          <p className="figures mt-1 text-soft">
            <Trans>
              {data.left_out} are too far down to draw. Use the outline or the table to see them.
            </Trans>
          </p>
        )}
      </details>
    </div>
  )
}
