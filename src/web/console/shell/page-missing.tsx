import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRouteError } from 'react-router'
import { reloadPage } from '../../client/reload-page.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/notice.tsx'

/** In place of a page whose code didn't load, or that failed to render. The frame stays. */
export function PageMissing() {
  const error = useRouteError()
  // Its text is a browser's, in English, and names a file.
  const isMissing = error instanceof TypeError && /import|module/i.test(error.message)
  return (
    <div role="alert">
      <Empty
        icon="alert"
        title={t`This page didn’t load.`}
        text={
          isMissing
            ? t`Either there is no connection, or Twofold was updated. Load the page again.`
            : t`Something went wrong on this page. Reloading it usually helps.`
        }
      >
        <title>{t`Not loaded · Twofold console`}</title>
        <Button onClick={reloadPage}>
          <Trans>Load again</Trans>
        </Button>
      </Empty>
    </div>
  )
}
