import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/notice.tsx'
import { PlacementTable } from './placement-table.tsx'
import type { Placements } from './queries.ts'

/**
 * Simulates on request where members would be seated. Other changes on the page don't repeat it.
 */
export function Simulate({ run }: { run: () => Promise<Placements> }) {
  const place = useMutation({ mutationFn: run })
  if (place.data) return <PlacementTable answer={place.data} />
  return (
    <div className="grid justify-items-start gap-3">
      {place.isError && (
        <ErrorPanel
          error={place.error}
          title={t`We couldn’t simulate the import`}
          onRetry={() => place.mutate()}
        />
      )}
      <Button size="small" pending={place.isPending} onClick={() => place.mutate()}>
        <Trans>Simulate placement</Trans>
      </Button>
    </div>
  )
}
