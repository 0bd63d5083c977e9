'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { paths } from '../client/paths.ts'
import { ButtonLink } from '../ui/button.tsx'

export const meta = () => [{ title: t`Page not found · Twofold` }]

export function NotFound() {
  return (
    <div className="mx-auto grid max-w-2xl justify-items-center px-4 py-24 text-center">
      <svg
        viewBox="0 0 160 96"
        aria-hidden="true"
        fill="none"
        className="w-40 stroke-edge"
        strokeWidth="1.5"
      >
        <path d="M80 28v18M36 62V46h88v16" />
        <rect x="66" y="4" width="28" height="24" rx="5" className="fill-accent/22 stroke-accent" />
        <rect
          x="22"
          y="62"
          width="28"
          height="24"
          rx="5"
          className="fill-accent/22 stroke-accent"
        />
        <rect x="110" y="62" width="28" height="24" rx="5" strokeDasharray="4 4" />
      </svg>
      <p className="figures mt-8 text-sm font-medium text-faint">404</p>
      <h1 className="mt-2 text-2xl font-semibold">
        <Trans>Oops! Page not found</Trans>
      </h1>
      <p className="mt-2 text-soft">
        <Trans>This position is empty.</Trans>
      </p>
      <div className="mt-6">
        <ButtonLink kind="primary" to={paths.home()}>
          <Trans>Return to Home</Trans>
        </ButtonLink>
      </div>
    </div>
  )
}

export default NotFound
