import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useIdle } from '../../client/use-idle.ts'
import { useInView } from '../../client/use-in-view.ts'
import type { User } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spot } from '../../ui/spot/spot.tsx'
import { AccountSection } from './account-section.tsx'

const Security = lazyPart(async () => (await import('../security/security.tsx')).Security, {
  waiting: <Skeleton className="h-(--spot-security) min-h-192 xl:min-h-128" />,
  missed: <LoadError />,
})
const Settings = lazyPart(async () => (await import('../settings/settings.tsx')).Settings, {
  waiting: <Skeleton className="h-64" />,
  missed: <LoadError />,
})
const YourData = lazyPart(async () => (await import('../settings/your-data.tsx')).YourData, {
  waiting: <Skeleton className="h-64" />,
  missed: <LoadError />,
})

/**
 * Sections whose code loads when they come into view, or when the page is idle. Most visits are
 * about the wallet, which loads faster without them.
 */
export function LateSections({ user }: { user: User | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  // The emailed link opens a dialog down there.
  const isSent = useSearchParams()[0].has('close')
  const isInView = useInView(place)
  const isIdle = useIdle()
  const isSeen = isInView || isIdle || isSent
  const notYet = <div className="h-64 rounded-lg border border-line bg-sheet" />
  return (
    <div ref={place} className="grid min-w-0 gap-10">
      <AccountSection id="security">
        <Spot name="security" waiting={!isSeen || !user}>
          {isSeen && user ? (
            <Security username={user.username} />
          ) : (
            <div className="h-full min-h-192 rounded-lg border border-line bg-sheet xl:min-h-128" />
          )}
        </Spot>
      </AccountSection>
      <AccountSection id="settings" className="xl:grid-cols-2">
        {isSeen && user ? <Settings user={user} /> : notYet}
      </AccountSection>
      <AccountSection id="data" className="xl:grid-cols-2">
        {isSeen && user ? <YourData /> : notYet}
      </AccountSection>
    </div>
  )
}
