import { t } from '@lingui/core/macro'
import { ErrorPanel } from '../../ui/notice.tsx'

/** In place of the security settings, if they didn't load. */
export const SecurityError = ({ error, onRetry }: { error: unknown; onRetry: () => unknown }) => (
  <ErrorPanel
    error={error}
    title={t`Failed to load your security settings`}
    onRetry={() => void onRetry()}
  />
)
