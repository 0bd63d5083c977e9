import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { ApiError } from '../../client/api-error.ts'
import { paths } from '../../client/paths.ts'
import { useOnline } from '../../client/online.ts'
import { startSessionAgain } from '../../session/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { PAGE } from '../../ui/card.tsx'
import { Empty, PageError } from '../../ui/notice.tsx'
import { toastError } from '../../ui/toast/toast.ts'

/** The fixed message when a page fails to load (docs/product.md). */
function failureAt(pathname: string): string | undefined {
  const failures: Record<string, string> = {
    [paths.dashboard()]: t`Failed to load dashboard data`,
    [paths.myTree()]: t`Failed to fetch profile information`,
    [paths.familyTree()]: t`Failed to load tree data`,
    [paths.account()]: t`Failed to load account data`,
    [paths.referrals()]: t`Failed to load referral data`,
  }
  return failures[pathname]
}

/** Retries as soon as the server answers anything at all. */
function useReturn(): void {
  const reachable = useOnline()
  const wasCut = useRef(!reachable)
  useEffect(() => {
    if (reachable && wasCut.current) startSessionAgain()
    wasCut.current = !reachable
  }, [reachable])
}

/** The member failed to load, and nothing indicates that the session is over. */
export function Unreachable({ error }: { error: unknown }) {
  const { pathname } = useLocation()
  useReturn()
  useEffect(() => {
    const failure = failureAt(pathname)
    if (failure) toastError(t`Error`, failure)
  }, [pathname])
  if (error instanceof ApiError && error.status > 0) {
    return (
      <PageError error={error} title={t`Failed to load account data`} onRetry={startSessionAgain} />
    )
  }
  return (
    // The banner would say the same once more.
    <div data-unreachable className={PAGE}>
      <Empty
        icon="alert"
        title={t`Twofold cannot be reached`}
        text={t`You’re still signed in. Check your connection and retry.`}
      >
        <Button icon="refresh" onClick={startSessionAgain}>
          <Trans>Try again</Trans>
        </Button>
      </Empty>
    </div>
  )
}
