import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../session/api.ts'
import { messageOf } from '../../client/api-error.ts'
import { signOut } from '../../session/sign-out.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toastError } from '../../ui/toast/toast.ts'
import { sessionsQuery } from './queries.ts'
import { SessionRow } from './session-row.tsx'

/** Where the member is signed in. Each session can be ended here, or all of them together. */
export function Sessions() {
  const { data, error, isPending, refetch } = useQuery(sessionsQuery)
  const title = useRef<HTMLHeadingElement>(null)
  const everywhere = useMutation({
    mutationFn: async () => {
      await call('endOtherSessions', {})
      await signOut()
    },
    onError: (failure) => toastError(t`Error`, messageOf(failure, t`Failed to sign out`)),
  })
  return (
    <Card label={t`Sessions`} className="min-w-0 p-5 sm:p-6">
      <h3 ref={title} tabIndex={-1} className="text-lg font-semibold outline-none">
        <Trans>Active sessions</Trans>
      </h3>
      {isPending && <SkeletonRows rows={2} label={t`Loading sessions…`} />}
      {!data && error && (
        <ErrorPanel
          error={error}
          title={t`Failed to load sessions`}
          onRetry={() => void refetch()}
        />
      )}
      <ul className="mt-2">
        {data?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            onEnded={() => title.current?.focus({ preventScroll: true })}
          />
        ))}
      </ul>
      {data && (
        <div className="mt-3 border-t border-line pt-4">
          <Button
            size="small"
            kind="danger"
            icon="exit"
            pending={everywhere.isPending}
            onClick={() => everywhere.mutate()}
          >
            <Trans>Sign out everywhere</Trans>
          </Button>
          <p className="mt-2 text-sm text-faint">
            <Trans>Ends all sessions, including this one.</Trans>
          </p>
        </div>
      )}
    </Card>
  )
}
