import { isCommonPattern, isLikeName } from '../../contract/fields/guessable-passwords.ts'
import { text, type Text } from '../../contract/texts/texts.ts'
import { breachedPasswords } from './breached-passwords.ts'

const tooCommon = text('password_common')
const tooClose = text('password_like_name')

/** What is wrong with a new password apart from its length; null if nothing is. */
export function findPasswordFault(password: string, context: readonly string[]): Text | null {
  if (breachedPasswords.has(password.toLowerCase()) || isCommonPattern(password)) return tooCommon
  return isLikeName(password, context) ? tooClose : null
}
