import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/form/check-field.tsx'
import { ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { agoText } from '../../ui/format/time-text.ts'
import { useChange } from '../session/use-change.ts'
import type { CallAnswer } from '../../../contract/call.ts'
import { Time } from '../parts/list/cells.tsx'
import { Section } from '../parts/section.tsx'
import { chooseSingleKeys, useSingleKeys } from '../../client/single-keys.ts'
import { useOperator } from '../session/operator-session.ts'
import { Head } from '../parts/head.tsx'
import { OwnPassword } from './own-password.tsx'
import { EnrolTotp } from './enrol-totp.tsx'
import { ownSessionsQuery } from './queries.ts'

/** The operator's own access: the second factor and active sessions. */
export function SecurityPage() {
  const { totp_enrolled: enrolled, username, role } = useOperator()
  return (
    <>
      <Head title="Your access" intro={`${username}, ${role}`} />
      <div className="mt-5 grid max-w-4xl gap-4">
        <Section title="Second factor">{enrolled ? <Enrolled /> : <EnrolTotp />}</Section>
        <Section title="Password">
          <OwnPassword />
        </Section>
        <Section title="Keyboard">
          <KeySwitch />
        </Section>
        <Section title="Where you are signed in" flush>
          <Sessions />
        </Section>
      </div>
    </>
  )
}

function KeySwitch() {
  return (
    <CheckField
      label="Single-letter keys"
      hint="j, k, a, r and x in the queues, / for the search. Kept in this browser."
      checked={useSingleKeys()}
      onChange={(event) => chooseSingleKeys(event.target.checked)}
    />
  )
}

function Enrolled() {
  return (
    <p className="flex flex-wrap items-center gap-3 text-sm text-soft">
      <Badge tone="good">On</Badge>
      Lost the app or device? Another admin can reset your access under Operators, or someone with
      server access can run <code>npm run operator -- reset</code>.
    </p>
  )
}

function Sessions() {
  const sessions = useQuery(ownSessionsQuery)
  if (sessions.isError) {
    return (
      <ErrorPanel
        error={sessions.error}
        title="We couldn’t load your sessions"
        onRetry={() => void sessions.refetch()}
      />
    )
  }
  if (!sessions.data) return <SkeletonRows rows={2} label="Loading your sessions" />
  return (
    <ul>
      {sessions.data.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
    </ul>
  )
}

function SessionRow({ session }: { session: CallAnswer<'operatorListSessions'>[number] }) {
  const end = useChange('operatorEndSession', { done: 'The session has ended.' })
  return (
    <li
      className={
        'flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 ' +
        'py-3 first:border-0'
      }
    >
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{session.device || 'Unknown device'}</p>
        <p className="figures text-xs text-faint">
          {session.address} · signed in <Time at={session.signed_in_at} /> · last seen{' '}
          {agoText(session.last_seen_at)}
        </p>
      </div>
      {session.current ? (
        <Badge tone="good">This one</Badge>
      ) : (
        <Button
          size="small"
          kind="danger"
          pending={end.isPending}
          onClick={() => end.mutate({ params: { id: session.id } })}
        >
          End
        </Button>
      )}
    </li>
  )
}
