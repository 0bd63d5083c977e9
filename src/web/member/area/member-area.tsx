import { t } from '@lingui/core/macro'
import { IsRestoringProvider, QueryClientProvider } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { startLive } from '../live/live.ts'
import { paths } from '../../client/paths.ts'
import { rememberOrigin } from '../../session/leave.ts'
import { useSession } from '../../session/session.ts'
import type { User } from '../../session/session.ts'
import { createQueryClient } from '../../client/query-client.ts'
import { meQuery } from '../me/queries.ts'
import { StepUpProvider } from '../security/step-up.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { MemberTabs } from './member-tabs.tsx'
import { NextPage } from './next-page.tsx'
import { Unreachable } from './unreachable.tsx'

/** Pages for signed-in members only. Others go to the login page and return from there. */
export default function MemberArea() {
  const session = useSession()
  // At low priority, because everything on the page depends on it and would delay input.
  const user = useDeferredValue(session.status === 'member' ? session.user : null)
  if (session.status === 'anonymous') return <GoToLogin />
  // Nothing of the member stays on the screen while the server ends the session.
  if (session.status === 'leaving') return null
  if (session.status === 'unreachable') return <Unreachable error={session.error} />
  return <Pages user={user} />
}

/**
 * The members' pages. Until we know who is signed in, and in the prerendered HTML, a page shows
 * everything except its figures, so that nothing shifts when they arrive. It requests none of them
 * before that.
 */
function Pages({ user }: { user: User | null }) {
  const [client] = useState(createQueryClient)
  const isKnown = user !== null
  // Nothing subscribes before that, so nothing else renders because of it.
  if (isKnown && !client.getQueryData(meQuery.queryKey)) client.setQueryData(meQuery.queryKey, user)
  // What another part of the app has changed, such as the language in the footer.
  useEffect(() => {
    if (user) client.setQueryData(meQuery.queryKey, user)
  }, [client, user])
  useEffect(() => {
    // The first format takes a slow phone 60 ms, and nothing else happens before an answer comes.
    const timer = setTimeout(() => usdText('0.00'))
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!isKnown) return
    // Messages matter most when nothing else can load, so the toaster loads with the page.
    void import('../../ui/toaster.tsx').catch(() => null)
    return startLive(client)
  }, [client, isKnown])
  return (
    <QueryClientProvider client={client}>
      <IsRestoringProvider value={!isKnown}>
        <StepUpProvider>
          <NextPage />
          <meta
            name="description"
            content={t`Your Twofold membership: your wallet, your rewards, and your network.`}
          />
          {/* The footer begins below the screen, however little is above it. */}
          <div className="min-h-[calc(100dvh-4rem)]">
            <MemberTabs />
            <Outlet />
          </div>
        </StepUpProvider>
      </IsRestoringProvider>
    </QueryClientProvider>
  )
}

function GoToLogin() {
  const { pathname, search } = useLocation()
  useEffect(() => rememberOrigin(pathname + search), [pathname, search])
  return <Navigate to={paths.login()} replace />
}
