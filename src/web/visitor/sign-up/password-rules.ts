import { t } from '@lingui/core/macro'
import { passwordLength } from '../../../contract/fields/limits.ts'
import { requiredText } from '../../ui/form/required-text.ts'

/** The rules for a member's new password. */
export const passwordRules = () => ({
  required: requiredText(),
  minLength: {
    value: passwordLength.min,
    message: t`Use at least ${passwordLength.min} characters.`,
  },
})

/** The same password once more. */
export const repeatRules = (readFirst: () => string) => ({
  required: requiredText(),
  validate: (value: string) => value === readFirst() || t`Passwords don't match`,
})
