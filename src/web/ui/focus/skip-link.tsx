'use no memo'

import { Trans } from '@lingui/react/macro'

/** The first link of every page, which skips the navigation for keyboard users. */
export const SkipLink = () => (
  <a
    href="#main"
    className={
      'sr-only z-30 rounded-md bg-accent px-4 py-2 font-semibold ' +
      'text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:start-3'
    }
  >
    <Trans>Skip to content</Trans>
  </a>
)
