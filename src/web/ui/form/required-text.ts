import { t } from '@lingui/core/macro'

export const requiredText = (): string => t`This field is required.`

/** Requires more than spaces. */
export const filled = (message: string) => ({
  validate: (text: string) => text.trim() !== '' || message,
})
