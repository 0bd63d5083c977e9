import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Section } from '../parts/section.tsx'
import { useMay } from '../session/permission.ts'
import { useChange } from '../session/use-change.ts'
import type { Draft } from './queries.ts'
import { WhatIfResult } from './what-if-result.tsx'
import { whatIfQuery } from './queries.ts'

/** Replays all real commands under the saved draft, and shows the differences. */
export function WhatIf({ draft }: { draft: Draft }) {
  const may = useMay('startWhatIf')
  const params = { id: draft.id }
  const answer = useQuery(whatIfQuery(draft))
  const start = useChange('startWhatIf', { done: t`The replay started.` })
  const { data } = answer
  const isRunning = data?.state === 'running'
  return (
    <Section
      title={t`What if`}
      note={t`Replays all activity under the saved draft.`}
      actions={
        may && (
          <Button
            size="small"
            kind="primary"
            icon="refresh"
            disabled={draft.unsound !== null}
            pending={start.isPending || isRunning}
            onClick={() => start.mutate({ params })}
          >
            <Trans>Replay</Trans>
          </Button>
        )
      }
      flush
    >
      {isRunning && <Progress part={data.progress} />}
      {data?.state === 'failed' && (
        <p className="px-4 py-4 text-sm text-bad">
          <Trans>The replay failed: {data.failure}</Trans>
        </p>
      )}
      {data?.state === 'none' && (
        <p className="px-4 py-5 text-sm text-faint">
          <Trans>This revision hasn’t been replayed yet. A replay doesn’t change anything.</Trans>
        </p>
      )}
      {data?.answer && <WhatIfResult answer={data.answer} />}
    </Section>
  )
}

function Progress({ part }: { part: number }) {
  const percent = Math.round(part * 100)
  return (
    <div className="px-4 py-4 text-sm">
      <progress aria-label={t`Replay`} value={percent} max={100} className="w-full" />
      <p className="figures text-faint">{percent}%</p>
    </div>
  )
}
