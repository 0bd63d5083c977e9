import { t } from '@lingui/core/macro'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { wordsOf } from '../parts/list/filter.ts'
import type { OverviewAnswer } from './queries.ts'

const TONES: Record<string, Tone> = { ok: 'good', degraded: 'warn', down: 'bad' }

/** Whether outside systems respond, and the web process's machine has the right time. */
export function HealthLine({ health }: { health: OverviewAnswer['health'] }) {
  return (
    <ul aria-label={t`Health`} className="flex flex-wrap gap-1.5">
      {Object.entries(health).map(([name, state]) => (
        <li key={name}>
          <Badge tone={TONES[state] ?? 'plain'}>
            {wordsOf(name)} {wordsOf(state).toLowerCase()}
          </Badge>
        </li>
      ))}
    </ul>
  )
}
