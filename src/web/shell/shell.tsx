'use no memo'

import { Trans } from '@lingui/react/macro'
import { Outlet } from 'react-router'
import { readView } from '../session/member-view.ts'
import { useSession } from '../session/session.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { TroubleBanner } from './trouble-banner.tsx'

// A visitor needs none of it.
const MemberExtras = lazyPart(async () => (await import('./member-extras.tsx')).MemberExtras)

export default function Shell() {
  const view = useHydrated() ? readView() : null
  const isMember = useSession().status === 'member'
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className={
          'sr-only z-30 rounded-md bg-accent px-4 py-2 font-semibold ' +
          'text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3'
        }
      >
        <Trans>Skip to content</Trans>
      </a>
      {(view || isMember) && <MemberExtras view={view} />}
      <Header />
      <TroubleBanner />
      <main id="main" className="flex-1">
        <Outlet />
      </main>
      <Footer />
    </div>
  )
}
