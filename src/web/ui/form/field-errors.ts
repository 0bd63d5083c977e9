import { t } from '@lingui/core/macro'
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { fieldError } from '../../client/api-error.ts'

export const requiredText = (): string => t`This field is required.`

/** What the server says about these fields of the form that was sent; nothing if not about them. */
export function fieldErrors<N extends string>(
  error: unknown,
  fields: readonly N[],
): Partial<Record<N, string>> {
  const found: Partial<Record<N, string>> = {}
  for (const field of fields) {
    const message = fieldError(error, field)
    if (message) found[field] = message
  }
  return found
}

/**
 * Puts the server's field messages at their fields and moves the focus to the first of them.
 * @returns whether the refusal was about any of these fields
 */
export function showFieldErrors<T extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<T>[],
  setError: UseFormSetError<T>,
): boolean {
  const found = fieldErrors(error, fields)
  let shown = false
  for (const field of fields) {
    const message = found[field]
    if (!message) continue
    setError(field, { message }, { shouldFocus: !shown })
    shown = true
  }
  return shown
}
