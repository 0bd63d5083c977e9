import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useRouteError } from 'react-router'
import { noAnswerText } from '../../client/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/notice.tsx'
import { reloadIfReachable } from '../session/reload.ts'

/** In place of a page whose code didn't load, or that failed to render. The frame stays. */
export function PageMissing() {
  const error = useRouteError()
  const [state, setState] = useState<'waiting' | 'asking' | 'unreachable'>('waiting')
  // Its text is a browser's, in English, and names a file.
  const isMissing = error instanceof TypeError && /import|module/i.test(error.message)
  const cause = isMissing
    ? t`Either there is no connection, or Twofold was updated. Load the page again.`
    : t`Something went wrong on this page. Reloading it usually helps.`
  const loadAgain = async () => {
    setState('asking')
    if (!(await reloadIfReachable())) setState('unreachable')
  }
  return (
    <div role="alert">
      <Empty
        icon="alert"
        title={t`This page didn’t load.`}
        text={state === 'unreachable' ? noAnswerText() : cause}
      >
        <title>{t`Not loaded · Twofold console`}</title>
        <Button pending={state === 'asking'} onClick={() => void loadAgain()}>
          <Trans>Load again</Trans>
        </Button>
      </Empty>
    </div>
  )
}
