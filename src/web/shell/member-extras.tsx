'use no memo'

import { AppNotices } from '../pwa/app-notices.tsx'
import { CommandKeys } from '../member/palette/command-keys.tsx'
import type { MemberView } from '../session/member-view.ts'
import { lazyPart } from '../ui/lazy-part.tsx'

// Only staff ever see it.
const ViewBanner = lazyPart(async () => (await import('./view-banner.tsx')).ViewBanner)

/** Additions to every page of a signed-in member, loaded after it. */
export function MemberExtras({ view }: { view: MemberView | null }) {
  return (
    <>
      {view && <ViewBanner view={view} />}
      <CommandKeys />
      <AppNotices />
    </>
  )
}
