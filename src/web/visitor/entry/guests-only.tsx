'use no memo'

import { useState } from 'react'
import { Navigate, Outlet } from 'react-router'
import { takeOrigin } from '../../session/leave.ts'
import { useSession } from '../../session/session.ts'

/** Login and register are for visitors. Members continue to the page they wanted. */
export default function GuestsOnly() {
  const session = useSession()
  // The footer stays below the screen while members pass through to a page that isn't there yet.
  return (
    <div className="min-h-[calc(100dvh-4rem)]">
      {session.status === 'member' ? <ToDashboard /> : <Outlet />}
    </div>
  )
}

function ToDashboard() {
  const [target] = useState(takeOrigin)
  return <Navigate to={target} replace />
}
