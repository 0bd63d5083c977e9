import { t } from '@lingui/core/macro'
import { isCommonPattern, isLikeName } from '../../../contract/fields/guessable-passwords.ts'
import { passwordLength } from '../../../contract/fields/limits.ts'

export type Strength = { bars: number; text: string; className: string }

const GOOD_LENGTH = 12
const STRONG_LENGTH = 16

/** One word or number, or both: nearly all breached passwords, whose list only the server has. */
const ONE_WORD = /^\p{L}+\d*$|^\d+\p{L}*$/u

/** How hard a new password is to guess, and why. */
export function strengthOf(password: string, context: readonly string[]): Strength {
  const weak = { bars: 1, className: 'bg-bad' }
  if (password === '') {
    return { bars: 0, text: t`At least ${passwordLength.min} characters.`, className: '' }
  }
  if (password.length < passwordLength.min) {
    return { ...weak, text: t`Too short: use at least ${passwordLength.min} characters.` }
  }
  if (isCommonPattern(password)) return { ...weak, text: t`Too easy to guess: a pattern.` }
  if (isLikeName(password, context)) {
    return { ...weak, text: t`Too easy to guess: it’s close to your name or ours.` }
  }
  if (password.length < GOOD_LENGTH) {
    if (ONE_WORD.test(password)) return { ...weak, text: t`Weak. Use several words.` }
    return { bars: 2, text: t`Fair. Longer is stronger.`, className: 'bg-warn' }
  }
  if (password.length < STRONG_LENGTH) return { bars: 3, text: t`Good`, className: 'bg-good' }
  return { bars: 4, text: t`Strong`, className: 'bg-good' }
}
