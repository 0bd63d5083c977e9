'use no memo'

import { t } from '@lingui/core/macro'
import { useWatch, type Control } from 'react-hook-form'
import { isCommonPattern, isLikeName } from '../../../contract/fields/guessable-passwords.ts'
import { passwordLength } from '../../../contract/fields/limits.ts'
import { joinClasses } from '../../ui/format/join-classes.ts'
import type { RegisterFields } from './use-register.ts'

type Strength = { bars: number; text: string; className: string }

const GOOD_LENGTH = 12
const STRONG_LENGTH = 16

function strengthOf(password: string, context: readonly string[]): Strength {
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
    return { bars: 2, text: t`Fair. Longer is stronger.`, className: 'bg-warn' }
  }
  if (password.length < STRONG_LENGTH) return { bars: 3, text: t`Good`, className: 'bg-good' }
  return { bars: 4, text: t`Strong`, className: 'bg-good' }
}

/** How hard a new password is to guess, and why, by the server's own rules. */
export function PasswordMeter({ control }: { control: Control<RegisterFields> }) {
  const [username, email, password] = useWatch({
    control,
    name: ['username', 'email', 'password'],
  })
  const { bars, text, className } = strengthOf(password, [username, email])
  return (
    <span className="block">
      <span aria-hidden="true" className="mb-1.5 grid grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((bar) => (
          <span
            key={bar}
            className={joinClasses('h-1 rounded-full', bar <= bars ? className : 'bg-line')}
          />
        ))}
      </span>
      <span aria-live="polite">{text}</span>
    </span>
  )
}
