'use no memo'

import { useState } from 'react'
import { Navigate, Outlet } from 'react-router'
import { takeOrigin } from '../../session/leave.ts'
import { useSession } from '../../session/session.ts'

/** Login and register are for visitors. Members continue to the page they wanted. */
export default function GuestsOnly() {
  const session = useSession()
  if (session.status === 'member') return <ToDashboard />
  return <Outlet />
}

function ToDashboard() {
  const [target] = useState(takeOrigin)
  return <Navigate to={target} replace />
}
