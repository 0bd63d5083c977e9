import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { startInstall, useInstallOffer } from './install.ts'
import { NoticeCard } from './notice-card.tsx'
import { putOffUpdate, startWorker, takeUpdate, useUpdate } from './worker.ts'

// Most visits offer nothing. The update's notice is included, because after an update its chunk may
// no longer exist. If it doesn't load, nothing is lost.
const InstallOffer = lazyPart(async () => (await import('./install-offer.tsx')).InstallOffer, {
  waiting: null,
  missed: null,
})

/** The app's notices about itself: a new version is available, or it can be installed. */
export function AppNotices() {
  useEffect(() => {
    startInstall()
    void startWorker()
  }, [])
  const update = useUpdate()
  const offer = useInstallOffer()
  return (
    <div
      aria-live="polite"
      className="fixed inset-x-4 bottom-20 z-20 sm:end-auto sm:w-92 lg:bottom-4 print:hidden"
    >
      {update ? <UpdateNotice /> : offer && <InstallOffer how={offer} />}
    </div>
  )
}

function UpdateNotice() {
  return (
    <NoticeCard icon="refresh" title={t`A new version is ready`}>
      <p className="mt-0.5 text-sm text-soft">
        <Trans>Loading it takes a moment, and you may lose text you’ve typed here.</Trans>
      </p>
      <div className="mt-3 flex gap-2">
        <Button kind="primary" size="small" onClick={takeUpdate}>
          <Trans>Load it now</Trans>
        </Button>
        <Button size="small" onClick={putOffUpdate}>
          <Trans>Later</Trans>
        </Button>
      </div>
    </NoticeCard>
  )
}
