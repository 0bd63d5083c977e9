import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../ui/button.tsx'
import { topText } from '../positions.ts'
import { pathQuery, windowQuery } from '../queries.ts'
import type { NetworkMap } from '../queries.ts'

type CellDetailsProps = {
  map: NetworkMap
  cell: number
  level: number
  onOpen: (profileId: string) => void
}

/**
 * The selected cell's owner. Names load one at a time, because the outline of the network has none.
 */
export function CellDetails({ map, cell, level, onOpen }: CellDetailsProps) {
  const id = map.ids[cell] ?? ''
  const { data } = useQuery({ ...windowQuery(id, 1), placeholderData: () => undefined })
  const seat = data?.seats[0]
  const way = useQuery({
    ...pathQuery(seat?.profile_id ?? ''),
    enabled: seat !== undefined && level > 0,
    placeholderData: () => undefined,
  })
  // From the top of the picture down, as far as names have loaded.
  const names = way.data?.results.slice(0, level + 1).map(({ user }) => user.username)
  const path = level > 0 ? names?.toReversed().join(' › ') : undefined
  return (
    <div aria-live="polite" className="mt-3 flex min-h-11 flex-wrap items-center gap-3">
      <p className="figures min-w-0 flex-1">
        <span className="font-semibold">{seat ? seat.user.username : '…'}</span>{' '}
        <span className="text-soft">
          {level === 0 ? topText() : t`level ${level}`}
          {seat && t`, ${seat.left} left, ${seat.right} right`}
        </span>
        {/* Its line exists from the start, so that nothing shifts. */}
        <span title={path} className="block min-h-5 truncate text-sm text-faint">
          {path}
        </span>
      </p>
      {cell > 0 && seat && (
        <Button size="small" icon="tree" onClick={() => onOpen(seat.profile_id)}>
          <Trans>Show {seat.user.username} as the top</Trans>
        </Button>
      )}
    </div>
  )
}
