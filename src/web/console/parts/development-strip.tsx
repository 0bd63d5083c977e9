import { Trans } from '@lingui/react/macro'

/** Never without a page, as in unit tests. */
export const isDevelopment =
  'document' in globalThis && document.documentElement.dataset.environment === 'development'

/** States that this is not real money. Never shown with real money. */
export function DevelopmentStrip() {
  if (!isDevelopment) return null
  return (
    <p
      className={
        'border-b border-warn/50 bg-warn/12 px-4 py-1 text-center text-xs font-medium text-warn'
      }
    >
      <Trans>Development: local network, no real money</Trans>
    </p>
  )
}
