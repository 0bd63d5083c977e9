import { t } from '@lingui/core/macro'
import { usernameLength, usernamePattern } from '../../../contract/fields/limits.ts'
import { looksLikeLink, looksReserved } from '../../../contract/fields/misleading-names.ts'
import { requiredText } from '../../ui/form/required-text.ts'

/** The rules for a new member's username. */
export const usernameRules = () => ({
  required: requiredText(),
  minLength: {
    value: usernameLength.min,
    message: t`Use at least ${usernameLength.min} characters.`,
  },
  validate: usernameFault,
})

/** The server's error for a name; true if it is valid. */
function usernameFault(name: string): string | true {
  if (!usernamePattern.test(name)) {
    return t`Use letters, digits, dots, underscores and hyphens only.`
  }
  if (looksReserved(name)) return t`This username looks like one of ours. Choose another one.`
  if (looksLikeLink(name)) return t`Choose a username that does not look like a web address.`
  return true
}
