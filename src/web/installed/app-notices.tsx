import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon.tsx'
import { askInstall, dismissInstall, startInstall, useInstallOffer } from './install.ts'
import { startWorker, takeUpdate, useUpdate } from './worker.ts'

/** What the app says about itself: that a new version is there, that it can be installed. */
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
      className="fixed inset-x-4 bottom-20 z-20 sm:right-auto sm:w-92 lg:bottom-4 print:hidden"
    >
      {update ? <UpdateNotice /> : offer && <InstallOffer how={offer} />}
    </div>
  )
}

function UpdateNotice() {
  return (
    <NoticeCard icon="refresh" title={t`A new version is ready`}>
      <p className="mt-0.5 text-sm text-soft">
        <Trans>Loading it takes a moment. What you have typed here is lost.</Trans>
      </p>
      <Button kind="primary" size="small" className="mt-3" onClick={takeUpdate}>
        <Trans>Load it now</Trans>
      </Button>
    </NoticeCard>
  )
}

function InstallOffer({ how }: { how: 'ask' | 'explain' }) {
  return (
    <NoticeCard icon="home" title={t`Twofold on your home screen`}>
      {how === 'explain' && <IosSteps />}
      <div className="mt-3 flex gap-2">
        {how === 'ask' && (
          <Button kind="primary" size="small" onClick={() => void askInstall()}>
            <Trans>Install</Trans>
          </Button>
        )}
        <Button size="small" onClick={dismissInstall}>
          <Trans>Not now</Trans>
        </Button>
      </div>
    </NoticeCard>
  )
}

/** The signs as iOS draws them, so that they are found. */
function IosSteps() {
  return (
    <div className="mt-1 flex items-center gap-3 text-sm text-soft">
      <svg
        viewBox="0 0 52 24"
        aria-hidden="true"
        fill="none"
        strokeWidth="1.5"
        className="h-8 shrink-0 stroke-accent"
      >
        <path d="M8 10H5v11h14V10h-3M12 15V3M8.5 6 12 2.5 15.5 6" />
        <path d="M33 4h14v16H33zM40 8.5v7M36.5 12h7" />
      </svg>
      <p>
        <Trans>Press Share, then Add to Home Screen.</Trans>
      </p>
    </div>
  )
}

function NoticeCard(props: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <div className="flex gap-3 rounded-lg border border-line bg-sheet p-4 shadow-sheet">
      <Icon name={props.icon} className="mt-0.5 size-5 shrink-0 text-accent" />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-semibold">{props.title}</p>
        {props.children}
      </div>
    </div>
  )
}
