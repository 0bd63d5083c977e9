'use no memo'

import type { ReactNode } from 'react'
import { readView } from '../session/member-view.ts'
import { useSession } from '../session/session.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useFocusAfterNavigation } from '../ui/focus/use-focus-after-navigation.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { MemberBar } from './member-bar.tsx'
import { TroubleBanner } from '../ui/trouble-banner.tsx'
import { SkipLink } from '../ui/focus/skip-link.tsx'

// A visitor needs none of it.
const MemberExtras = lazyPart(async () => (await import('./member-extras.tsx')).MemberExtras)

/** The frame of all pages. It is the same from the first HTML, so that nothing shifts. */
export function Shell({ children }: { children: ReactNode }) {
  const view = useHydrated() ? readView() : null
  const isMember = useSession().status === 'member'
  const main = useFocusAfterNavigation()
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {(view || isMember) && <MemberExtras view={view} />}
      <Header />
      <TroubleBanner className="sticky top-(--bar) z-10" />
      <main ref={main} id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
      <MemberBar />
    </div>
  )
}
