'use no memo'

import { Trans } from '@lingui/react/macro'
import { locale } from '../client/format/locale.ts'
import { readAnsweredAtMs, useMissing, useOnline } from '../client/online.ts'
import { reloadPage } from '../client/reload-page.ts'
import { Icon } from './icon.tsx'

const CLOCK = { hourCycle: 'h23' } as const

/**
 * Reports that the server doesn't answer, or that a part of the page didn't load. The page's
 * contents stay. An open dialog dims the page's own banner, so it has another.
 */
export function TroubleBanner({ className }: { className: string }) {
  const reachable = useOnline()
  const missed = useMissing()
  // Only if it is shown, because formatting a time takes a slow phone long.
  const time = reachable ? '' : new Date(readAnsweredAtMs()).toLocaleTimeString(locale(), CLOCK)
  return (
    <div role="alert" className={className}>
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
