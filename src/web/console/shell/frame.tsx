import { Outlet, useNavigation } from 'react-router'
import { DevelopmentStrip } from '../parts/development-strip.tsx'
import { Dialogs } from './dialogs.tsx'
import { Navigation } from './navigation.tsx'
import { LoadingBar } from '../../ui/lazy-dialog.tsx'
import { SkipLink } from '../../ui/focus/skip-link.tsx'
import { TopBar } from './top-bar.tsx'
import { Trouble } from './trouble.tsx'
import { useFocusAfterNavigation } from '../../ui/focus/use-focus-after-navigation.ts'

/** The frame of every page: navigation, the signed-in operator, and the session's dialogs. */
export function Frame() {
  const main = useFocusAfterNavigation()
  // While the next page's code loads, the current page stays.
  const { state } = useNavigation()
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {state === 'loading' && <LoadingBar />}
      <DevelopmentStrip />
      <TopBar />
      <Trouble />
      <div className="flex flex-1">
        <aside
          className={
            'sticky top-13 hidden h-[calc(100dvh-3.25rem)] w-60 shrink-0 overflow-y-auto ' +
            'border-e border-line px-2.5 py-4 lg:block print:hidden'
          }
        >
          <Navigation />
        </aside>
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className="min-w-0 flex-1 px-4 py-5 outline-none sm:px-6"
        >
          <Outlet />
        </main>
      </div>
      <Dialogs />
    </div>
  )
}
