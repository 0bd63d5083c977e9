import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { CallAnswer } from '../../../contract/call.ts'
import { call } from '../../session/api.ts'
import { messageOf } from '../../client/api-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { agoText, dateTimeText } from '../../ui/format/time-text.ts'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { sessionsQuery } from './queries.ts'
import { deviceText } from '../../ui/format/device-text.ts'

type Session = CallAnswer<'listSessions'>[number]

type SessionRowProps = {
  session: Session
  /** Called while the button that will disappear with the row still has the focus. */
  onEnded: () => void
}

export function SessionRow({ session, onEnded }: SessionRowProps) {
  const client = useQueryClient()
  const device = deviceText(session.device)
  const button = useRef<HTMLButtonElement>(null)
  const end = useMutation({
    mutationFn: () => call('endSession', { params: { id: session.id } }),
    onSuccess: () => {
      toast(t`Session ended`, { kind: 'success' })
      if (document.activeElement === button.current) onEnded()
    },
    onError: (failure) => toastError(t`Error`, messageOf(failure, t`Failed to end the session`)),
    // Also after a failure, because only the answer may be lost.
    onSettled: () => void client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
  return (
    <li
      className={'flex items-center justify-between gap-4 border-t border-line py-3 first:border-0'}
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <span className="truncate" title={session.device}>
            {device}
          </span>
          {session.current && (
            <Badge tone="good">
              <Trans>This device</Trans>
            </Badge>
          )}
        </p>
        <p className="mt-0.5 text-sm text-faint">
          <Trans>
            Signed in {dateTimeText(session.signed_in_at)}, last seen{' '}
            {agoText(session.last_seen_at)}
          </Trans>
        </p>
      </div>
      {!session.current && (
        <Button
          ref={button}
          size="small"
          pending={end.isPending}
          aria-label={t`End the session of ${device}`}
          onClick={() => end.mutate()}
        >
          <Trans>End</Trans>
        </Button>
      )}
    </li>
  )
}
