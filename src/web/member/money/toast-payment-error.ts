import { t } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import { isFinalRefusal, isOutcomeUnknown } from '../../client/api-error.ts'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { toastError } from '../../ui/toast/toast.ts'

/** Refreshes everything that the call may have changed, unless the server refused it for good. */
export function refreshUnlessRefused(client: QueryClient, error: unknown): void {
  if (isFinalRefusal(error)) return
  void client.invalidateQueries({ predicate: ({ meta }) => meta?.live !== undefined })
}

/**
 * Reports that money may not have moved, like `toastFailure`. If the outcome is unknown, it
 * explains that, and that a repeat is the same request. It also refreshes the affected data.
 */
export function toastPaymentError(
  client: QueryClient,
  error: unknown,
  otherwise: string,
  title?: string,
): void {
  refreshUnlessRefused(client, error)
  if (!isOutcomeUnknown(error)) return toastFailure(error, otherwise, title)
  const unknown = t`We couldn’t confirm this went through. Try again – it won’t be sent twice.`
  if (title === undefined) toastError(otherwise, unknown)
  else toastError(title, `${otherwise}\n${unknown}`)
}
