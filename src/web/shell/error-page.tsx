import { isRouteErrorResponse, useRouteError } from 'react-router'
import { NotFound } from '../visitor/not-found.tsx'
import { requestIdOf } from '../api-error.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Mark } from '../ui/logo.tsx'

/** What is left to say when a page cannot be drawn at all. */
export function ErrorPage() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  const requestId = requestIdOf(error)
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center px-5 py-16">
      <title>Unexpected Application Error! · Twofold</title>
      <Mark className="size-10" />
      <h1 className="mt-6 text-2xl font-semibold">Unexpected Application Error!</h1>
      <p className="mt-3 text-soft">
        This page stopped because of a mistake of ours. No money has moved because of it. Loading
        the page again usually helps.
      </p>
      {error instanceof Error && (
        <p className="mt-4 rounded-md border border-line bg-sheet px-4 py-3 text-sm break-words text-soft">
          {error.message}
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button kind="primary" icon="refresh" onClick={() => window.location.reload()}>
          Load again
        </Button>
        {requestId && <CopyButton text={requestId} label={`Copy request id ${requestId}`} />}
      </div>
    </main>
  )
}
