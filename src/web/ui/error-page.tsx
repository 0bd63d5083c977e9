'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRouteError } from 'react-router'
import { reloadPage } from '../client/reload-page.ts'
import { Mark } from './logo.tsx'

/** The page for when a page can't render at all. It needs nothing that could fail too. */
export function ErrorPage() {
  const error = useRouteError()
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center px-5 py-16">
      <title>{t`Unexpected Application Error! · Twofold`}</title>
      <Mark className="size-10" />
      <h1 className="mt-6 text-2xl font-semibold">
        <Trans>Unexpected Application Error!</Trans>
      </h1>
      <p className="mt-3 text-soft">
        <Trans>We couldn’t show this page. Reloading it usually helps.</Trans>
      </p>
      {error instanceof Error && (
        <p
          className={
            'mt-4 rounded-md border border-line bg-sheet px-4 py-3 text-sm ' +
            'wrap-anywhere text-soft'
          }
        >
          {error.message}
        </p>
      )}
      <p className="mt-6">
        <button
          type="button"
          onClick={reloadPage}
          className="font-medium text-ink underline underline-offset-4"
        >
          <Trans>Load again</Trans>
        </button>
      </p>
    </main>
  )
}
