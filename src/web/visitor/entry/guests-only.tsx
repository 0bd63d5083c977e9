'use no memo'

import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { takeOrigin } from '../../session/leave.ts'
import { useSession } from '../../session/session.ts'
import { toastError } from '../../ui/toast/toast.ts'
import { deadLinkOf } from './entry-page.tsx'

/** Login and register are for visitors. Members are redirected to the page they requested. */
export default function GuestsOnly() {
  const session = useSession()
  // Keeps the footer below the screen while members are redirected to a page that hasn't loaded
  // yet.
  return (
    <div className="min-h-[calc(100dvh-4rem)]">
      <meta name="description" content={t`Sign in to Twofold, or create your account.`} />
      {session.status === 'member' ? <ToDashboard /> : <Outlet />}
    </div>
  )
}

function ToDashboard() {
  const [target] = useState(takeOrigin)
  const deadLink = deadLinkOf(useLocation().state)?.message
  useEffect(
    // A navigation removes earlier failures, so this one is shown once the next page is there.
    () => () => {
      if (deadLink) toastError(deadLink)
    },
    [deadLink],
  )
  return <Navigate to={target} replace />
}
