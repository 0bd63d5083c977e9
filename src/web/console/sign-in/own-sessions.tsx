import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/table/loaded.tsx'
import { deviceText } from '../../ui/format/device-text.ts'
import { agoText } from '../../ui/format/time-text.ts'
import { useChange } from '../session/use-change.ts'
import type { CallAnswer } from '../../../contract/call.ts'
import { Time } from '../parts/list/cells.tsx'
import { Section } from '../parts/section.tsx'
import { useStepFocus } from '../parts/use-step-focus.ts'
import { ownSessionsQuery } from './queries.ts'

/** Where the operator is signed in. */
export function Sessions() {
  const sessions = useQuery(ownSessionsQuery)
  const section = useStepFocus()
  return (
    <div ref={section} className="min-w-0">
      <Section title={t`Active sessions`} flush>
        <Loaded
          query={sessions}
          loading={t`Loading your sessions`}
          failed={t`We couldn’t load your sessions`}
          lines={2}
        >
          {(data) => (
            <ul>
              {data.map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </ul>
          )}
        </Loaded>
      </Section>
    </div>
  )
}

function SessionRow({ session }: { session: CallAnswer<'operatorListSessions'>[number] }) {
  const end = useChange('operatorEndSession', { done: t`The session has ended.` })
  return (
    <li
      className={
        'flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 ' +
        'py-3 first:border-0'
      }
    >
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={session.device}>
          {deviceText(session.device)}
        </p>
        <p className="figures text-xs text-faint">
          <Trans>
            {session.address} · signed in <Time at={session.signed_in_at} /> · last seen{' '}
            {agoText(session.last_seen_at)}
          </Trans>
        </p>
      </div>
      {session.current ? (
        <Badge tone="good">
          <Trans>This one</Trans>
        </Badge>
      ) : (
        <Button
          size="small"
          kind="danger"
          pending={end.isPending}
          onClick={() => end.mutate({ params: { id: session.id } })}
        >{t`End`}</Button>
      )}
    </li>
  )
}
