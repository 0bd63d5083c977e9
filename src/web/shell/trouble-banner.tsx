'use no memo'

import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { locale } from '../client/format/locale.ts'
import { askServer, readAnsweredAtMs, useMissing, useOnline } from '../client/online.ts'
import { reloadPage } from '../client/reload-page.ts'
import { Icon } from '../ui/icon.tsx'

const ASK_AGAIN_MS = 5000
const CLOCK = { hourCycle: 'h23' } as const

/**
 * Reports that the server doesn't answer, or that a part of the page didn't load. The page's
 * contents stay.
 */
export function TroubleBanner() {
  const reachable = useOnline()
  const missed = useMissing()
  useEffect(() => {
    if (reachable) return
    const timer = setInterval(askServer, ASK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [reachable])
  // Only if it is shown, because formatting a time takes a slow phone long.
  const time = reachable ? '' : new Date(readAnsweredAtMs()).toLocaleTimeString(locale(), CLOCK)
  return (
    <div role="alert" className="sticky top-(--bar) z-10">
      {(missed || !reachable) && (
        <p
          className={
            'flex items-center justify-center gap-2 border-b border-warn/50 ' +
            'bg-sheet px-4 py-2 text-sm'
          }
        >
          <Icon name="alert" className="size-4.5 shrink-0 text-warn" />
          {reachable ? (
            <Trans>
              Part of this page didn’t load.{' '}
              <button
                type="button"
                onClick={reloadPage}
                className="min-h-11 font-semibold text-ink underline underline-offset-4"
              >
                Load again
              </button>
            </Trans>
          ) : (
            <Trans>
              We can’t reach Twofold. This page is from {time} and may be out of date. You can’t
              make new requests until we reconnect.
            </Trans>
          )}
        </p>
      )}
    </div>
  )
}
