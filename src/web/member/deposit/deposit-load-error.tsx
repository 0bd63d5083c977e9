import { t } from '@lingui/core/macro'
import { ErrorPanel } from '../../ui/notice.tsx'

type DepositLoadErrorProps = { error: unknown; refetch: () => unknown }

export const DepositLoadError = ({ error, refetch }: DepositLoadErrorProps) => (
  <ErrorPanel
    error={error}
    title={t`Unable to load deposit details`}
    onRetry={() => void refetch()}
  />
)
