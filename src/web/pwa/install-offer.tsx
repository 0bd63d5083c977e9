import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'
import { askInstall, dismissInstall } from './install.ts'
import { NoticeCard } from './notice-card.tsx'

/** Offers the installation with a button, or with instructions if the browser has no prompt. */
export function InstallOffer({ how }: { how: 'ask' | 'explain' }) {
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

/** The icons as iOS draws them, so that members find them. */
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
