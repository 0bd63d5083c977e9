import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useInView } from '../../client/use-in-view.ts'
import type { User } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AccountSection } from './account-section.tsx'

const Settings = lazyPart(async () => (await import('../settings/settings.tsx')).Settings, {
  waiting: <Skeleton className="h-64" />,
  missed: <LoadError />,
})
const YourData = lazyPart(async () => (await import('../settings/your-data.tsx')).YourData, {
  waiting: <Skeleton className="h-64" />,
  missed: <LoadError />,
})

/** Loaded when they come into view, because most visits end before that. */
export function LateSections({ user }: { user: User | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  // The emailed link opens a dialog down there.
  const isSent = useSearchParams()[0].has('close')
  const isSeen = useInView(place) || isSent
  const notYet = <div className="h-64 rounded-lg border border-line bg-sheet" />
  return (
    <div ref={place} className="grid min-w-0 gap-10">
      <AccountSection id="settings" className="xl:grid-cols-2">
        {isSeen && user ? <Settings user={user} /> : notYet}
      </AccountSection>
      <AccountSection id="data" className="xl:grid-cols-2">
        {isSeen && user ? <YourData /> : notYet}
      </AccountSection>
    </div>
  )
}
