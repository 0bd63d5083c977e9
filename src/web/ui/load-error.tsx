import { t } from '@lingui/core/macro'
import { reloadPage } from '../client/reload-page.ts'
import { ErrorPanel } from './notice.tsx'

/** Shown instead of a part whose code didn't load. Reloads the page. */
export function LoadError() {
  return (
    <ErrorPanel error={null} title={t`This part of the page didn’t load.`} onRetry={reloadPage} />
  )
}
