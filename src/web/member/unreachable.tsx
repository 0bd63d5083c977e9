import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { PAGE } from '../ui/card.tsx'
import { Empty } from '../ui/notice.tsx'
import { toastError } from '../ui/toast.ts'

/** What each room of the specification calls a failure to load it. */
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

/** The member could not be loaded, and nothing says that the session is over. */
export function Unreachable() {
  const { pathname } = useLocation()
  useEffect(() => {
    const failure = failureAt(pathname)
    if (failure) toastError(t`Error`, failure)
  }, [pathname])
  return (
    <div className={PAGE}>
      <Empty
        icon="alert"
        title={t`Twofold cannot be reached`}
        text={t`You are still signed in. Check your connection and try again; no money has moved.`}
      >
        <Button icon="refresh" onClick={() => window.location.reload()}>
          <Trans>Try again</Trans>
        </Button>
      </Empty>
    </div>
  )
}
