'use no memo'

import { Trans } from '@lingui/react/macro'
import { Mark } from '../ui/logo.tsx'

/** The content of the single fallback page until the script knows which page to show. */
export function Waiting() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <div className="animate-appear text-center">
        <Mark className="mx-auto size-10 animate-pulse-soft" />
        <p className="mt-3 text-sm text-faint">
          <Trans>Loading…</Trans>
        </p>
      </div>
    </main>
  )
}
