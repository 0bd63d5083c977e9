import { t } from '@lingui/core/macro'
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { ApiError } from './api-error.ts'

export const requiredText = (): string => t`This field is required.`

/**
 * Puts the server's field messages at their fields and moves the focus to the first of them.
 * @returns whether the refusal was about any of these fields
 */
export function showFieldErrors<T extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<T>[],
  setError: UseFormSetError<T>,
): boolean {
  const errors = error instanceof ApiError ? error.problem?.errors : undefined
  if (!errors) return false
  let shown = false
  for (const field of fields) {
    const message = errors[field]?.[0]
    if (!message) continue
    setError(field, { message }, { shouldFocus: !shown })
    shown = true
  }
  return shown
}
