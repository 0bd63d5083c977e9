'use no memo'

import { Trans } from '@lingui/react/macro'
import { useEffect, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Caution } from '../../ui/form/caution.tsx'
import { toastError } from '../../ui/toast/toast.ts'
import type { DeadLink } from './entry-page.tsx'

export const NOTE_LINK = 'font-medium text-ink underline underline-offset-4'

/** Why an emailed link didn’t work, and what to do instead, unless it may work on another try. */
export function DeadLinkNote({ link, children }: { link: DeadLink; children: ReactNode }) {
  const { message, retry } = link
  useEffect(() => toastError(message), [message])
  return (
    <Caution className="mb-6">
      {message}{' '}
      {retry === null ? (
        children
      ) : (
        <Link to={retry} className={NOTE_LINK}>
          <Trans>Try again</Trans>
        </Link>
      )}
    </Caution>
  )
}
