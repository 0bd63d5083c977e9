'use no memo'

import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { Navigate, Outlet } from 'react-router'
import { takeOrigin } from '../../session/leave.ts'
import { useSession } from '../../session/session.ts'

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
  return <Navigate to={target} replace />
}
