import { useSearchParams } from 'react-router'
import type { User } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spot } from '../../ui/spot/spot.tsx'
import { AccountSection } from './account-section.tsx'
import { useStart } from './use-start.ts'

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

const BOX = 'rounded-lg border border-line bg-sheet'
const [FIRST_MS, SECOND_MS, THIRD_MS] = [3000, 4000, 5000]

/**
 * Sections whose code loads when they or later ones come into view, or when the page is idle, one
 * after the other. Most visits are about the wallet, which loads faster without them.
 */
export function LateSections({ user }: { user: User | undefined }) {
  // The emailed link opens a dialog down there.
  const isSent = useSearchParams()[0].has('close')
  const [data, isData] = useStart(THIRD_MS, isSent)
  const [settings, isSettings] = useStart(SECOND_MS, isData)
  const [security, isSecurity] = useStart(FIRST_MS, isSettings)
  const notYet = <div className={`h-64 ${BOX}`} />
  return (
    <div className="grid min-w-0 gap-10">
      <div ref={security}>
        <AccountSection id="security">
          <Spot name="security" waiting={!isSecurity || !user}>
            {isSecurity && user ? (
              <Security username={user.username} />
            ) : (
              <div className={`h-full min-h-192 ${BOX} xl:min-h-128`} />
            )}
          </Spot>
        </AccountSection>
      </div>
      <div ref={settings}>
        <AccountSection id="settings" className="xl:grid-cols-2">
          {isSettings && user ? <Settings user={user} /> : notYet}
        </AccountSection>
      </div>
      <div ref={data}>
        <AccountSection id="data" className="xl:grid-cols-2">
          {isData && user ? <YourData /> : notYet}
        </AccountSection>
      </div>
    </div>
  )
}
