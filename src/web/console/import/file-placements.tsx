import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/table/loaded.tsx'
import { ErrorPanel } from '../../ui/notice.tsx'
import { call } from '../session/call.ts'
import { PlacementTable } from './placement-table.tsx'
import { PLACING_TIMEOUT_MS, placementsQuery } from './queries.ts'
import type { ChosenFile } from './read-file.ts'

/** Simulates a checked file when asked to. */
export function FilePlacements({ file }: { file: ChosenFile }) {
  const place = useMutation({
    mutationFn: () => call('placeMemberImport', { body: file }, { timeoutMs: PLACING_TIMEOUT_MS }),
  })
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

/** Simulates an import that waits for approval, for the admin who decides. */
export function ImportPlacements({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen) {
    return (
      <div>
        <Button size="small" onClick={() => setOpen(true)}>
          <Trans>Simulate placement</Trans>
        </Button>
      </div>
    )
  }
  return <Shown id={id} />
}

function Shown({ id }: { id: string }) {
  const placements = useQuery(placementsQuery(id))
  return (
    <Loaded
      query={placements}
      loading={t`Simulating the import`}
      failed={t`We couldn’t simulate the import`}
    >
      {(answer) => <PlacementTable answer={answer} />}
    </Loaded>
  )
}
