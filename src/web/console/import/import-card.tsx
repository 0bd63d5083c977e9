import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { localize } from '../../client/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { State } from '../parts/list/cells.tsx'
import { Section } from '../parts/section.tsx'
import { useOperator } from '../session/operator-session.ts'
import { useChange } from '../session/use-change.ts'
import { importQuery, type MemberImport } from './queries.ts'

/** An import with its progress, and the decision while it waits for one. */
export function ImportCard({ own }: { own: MemberImport }) {
  const { id, name, state, rows, done, failed, invited } = own
  const settled = done + failed
  return (
    <Section title={name} note={t`Import ${id}`} actions={<State code={state} />}>
      <div className="grid gap-3 text-sm">
        <p className="text-xs text-faint">
          <Trans>
            proposed by {own.proposed_by}, {dateTimeText(own.proposed_at)}
          </Trans>
          {own.decided_by !== null && own.decided_at !== null && (
            <>
              <br />
              <Trans>
                decided by {own.decided_by}, {dateTimeText(own.decided_at)}
              </Trans>
            </>
          )}
        </p>
        <p>
          {state === 'proposed' || state === 'discarded'
            ? t`${rows} members`
            : t`${done} of ${rows} members imported, ${failed} failed, ${invited} invited`}
        </p>
        {state === 'approved' && (
          <progress
            className="h-2 w-full max-w-md"
            aria-label={t`Progress of ${name}`}
            max={rows}
            value={settled}
          />
        )}
        {state === 'proposed' && <Decide own={own} />}
        {failed > 0 && <Failures id={id} />}
      </div>
    </Section>
  )
}

function Decide({ own }: { own: MemberImport }) {
  const isOwn = useOperator().username === own.proposed_by
  const approve = useChange('approveMemberImport', { done: t`Approved. The import is under way.` })
  const discard = useChange('discardMemberImport', { done: t`Discarded.` })
  const params = { id: own.id }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isOwn ? (
        <span className="text-xs text-faint">
          <Trans>Another admin has to approve it.</Trans>
        </span>
      ) : (
        <Button
          size="small"
          kind="primary"
          pending={approve.isPending}
          onClick={() => approve.mutate({ params })}
        >
          <Trans>
            Approve<span className="sr-only"> {own.name}</span>
          </Trans>
        </Button>
      )}
      <Button
        size="small"
        kind="danger"
        pending={discard.isPending}
        onClick={() => discard.mutate({ params })}
      >
        <Trans>
          Discard<span className="sr-only"> {own.name}</span>
        </Trans>
      </Button>
    </div>
  )
}

/** The rows that failed, with the reason. */
function Failures({ id }: { id: string }) {
  const detail = useQuery(importQuery(id))
  if (detail.isPending) return <SkeletonRows rows={2} label={t`Loading the failed rows`} />
  if (detail.isError) {
    return (
      <ErrorPanel
        error={detail.error}
        title={t`We couldn’t load the failed rows`}
        onRetry={() => void detail.refetch()}
      />
    )
  }
  return (
    <ul className="grid gap-1">
      {detail.data.failures.map(({ row, username, detail: english, text }) => (
        <li key={row} className="break-words">
          <Trans>
            Row {row}, {username}: {localize(english, text)}
          </Trans>
        </li>
      ))}
    </ul>
  )
}
