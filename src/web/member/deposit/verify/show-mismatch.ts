import { t } from '@lingui/core/macro'
import type { ApiError } from '../../../client/api-error.ts'
import { localize } from '../../../client/api-error.ts'
import { toast } from '../../../ui/toast/toast.ts'

/**
 * Shows the expected and the received values if a refusal compares them. @returns whether it did
 */
export function showMismatch({ problem }: ApiError): boolean {
  const display = problem?.display
  if (!display) return false
  const { expected, received, difference } = display.sun_values
  toast(t`Amount Mismatch`, {
    kind: 'destructive',
    durationMs: 10_000,
    description: [
      t`Expected: ${display.expected}`,
      t`Received: ${display.received}`,
      t`Conversion: ${localize(display.conversion, display.conversion_text)}`,
      t`Sun: expected ${expected}, received ${received}, difference ${difference}`,
    ].join('\n'),
  })
  return true
}
