'use no memo'

import { useWatch, type Control } from 'react-hook-form'
import { joinClasses } from '../../ui/format/join-classes.ts'
import { strengthOf } from './password-strength.ts'
import type { RegisterFields } from './register-fields.ts'

/** How hard a new password is to guess, and why. */
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
