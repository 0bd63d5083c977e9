'use no memo'

import { useId } from 'react'
import type { ComponentPropsWithRef, ReactNode } from 'react'

type CheckFieldProps = ComponentPropsWithRef<'input'> & {
  label: ReactNode
  hint?: string
  error?: string | undefined
}

/** A checkbox, with its explanation or its error below the label. */
export function CheckField({ label, hint, error, ...rest }: CheckFieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className="flex gap-3">
      <input
        id={id}
        type="checkbox"
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        className="mt-0.5 size-5 shrink-0 accent-accent"
        {...rest}
      />
      <div>
        <label htmlFor={id} className={hint ? 'font-medium' : ''}>
          {label}
        </label>
        {note && (
          <p id={`${id}-note`} className={error ? 'mt-1 text-sm text-bad' : 'text-sm text-faint'}>
            {note}
          </p>
        )}
      </div>
    </div>
  )
}
