'use no memo'

import { useState } from 'react'
import { Navigate, Outlet } from 'react-router'
import { takeOrigin } from '../../session/leave.ts'
import { useSession } from '../../session/session.ts'

/** Login and register are for visitors. Members go on to where they wanted to be. */
export default function GuestsOnly() {
  const session = useSession()
  if (session.status === 'member') return <GoOn />
  return <Outlet />
}

function GoOn() {
  const [target] = useState(takeOrigin)
  return <Navigate to={target} replace />
}
