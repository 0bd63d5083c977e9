import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { ApiError } from '../../../client/api-error.ts'
import { Empty, ErrorPanel } from '../../../ui/notice.tsx'
import { toastError } from '../../../ui/toast/toast.ts'

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404

export function useFailureToast(error: Error | null): void {
  useEffect(() => {
    if (error)
      toastError(t`Error`, isNotFound(error) ? t`Profile not found` : t`Failed to load tree data`)
  }, [error])
}

/** Why there is no tree to show. */
export function MissingTree({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return isNotFound(error) ? (
    <Empty
      icon="tree"
      title={t`No profiles found`}
      text={t`This profile isn’t in your downline.`}
    />
  ) : (
    <ErrorPanel error={error} title={t`Failed to load tree data`} onRetry={onRetry} />
  )
}
