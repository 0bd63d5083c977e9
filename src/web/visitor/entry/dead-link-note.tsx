'use no memo'

import { Trans } from '@lingui/react/macro'
import { useEffect, type ReactNode } from 'react'
import { Link } from 'react-router'
import { toastError } from '../../ui/toast/toast.ts'
import type { DeadLink } from './entry-page.tsx'

export const NOTE_LINK = 'font-medium text-ink underline underline-offset-4'

/** Why an emailed link didn’t work, and what to do instead, unless it may work on another try. */
export function DeadLinkNote({ link, children }: { link: DeadLink; children: ReactNode }) {
  const { message, retry } = link
  useEffect(() => toastError(message), [message])
  return (
    <p className="mb-6 rounded-md border border-warn/50 px-3.5 py-2.5 text-sm text-soft">
      {message}{' '}
      {retry === null ? (
        children
      ) : (
        <Link to={retry} className={NOTE_LINK}>
          <Trans>Try again</Trans>
        </Link>
      )}
    </p>
  )
}
