import { Trans } from '@lingui/react/macro'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { startLive } from '../live/live.ts'
import { paths } from '../../client/paths.ts'
import { rememberOrigin } from '../../session/leave.ts'
import { useSession } from '../../session/session.ts'
import type { User } from '../../session/session.ts'
import { PAGE } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { createQueryClient } from '../../client/query-client.ts'
import { meQuery } from '../me/queries.ts'
import { StepUpProvider } from '../security/step-up.tsx'
import { Unreachable } from './unreachable.tsx'

/** What only a signed-in member sees. Others go to the login page and come back from there. */
export default function MemberArea() {
  const session = useSession()
  if (session.status === 'anonymous') return <GoToLogin />
  if (session.status === 'member') return <Signed key={session.user.id} user={session.user} />
  return session.status === 'loading' ? <Waiting /> : <Unreachable error={session.error} />
}

function Signed({ user }: { user: User }) {
  // Messages matter most when nothing can be fetched anymore, so the toaster loads with the page.
  useEffect(() => void import('../../ui/toaster.tsx').catch(() => null), [])
  const [client] = useState(() => {
    const created = createQueryClient()
    created.setQueryData(meQuery.queryKey, user)
    return created
  })
  useEffect(() => startLive(client), [client])
  return (
    <QueryClientProvider client={client}>
      <StepUpProvider>
        <Outlet />
      </StepUpProvider>
    </QueryClientProvider>
  )
}

function GoToLogin() {
  const { pathname, search } = useLocation()
  useEffect(() => rememberOrigin(pathname + search), [pathname, search])
  return <Navigate to={paths.login()} replace />
}

function Waiting() {
  return (
    <div className={PAGE}>
      <output className="sr-only">
        <Trans>Loading…</Trans>
      </output>
      <Skeleton className="h-9 w-64" />
      <Skeleton className="mt-6 h-28" />
      <Skeleton className="mt-4 h-72" />
    </div>
  )
}
