import { useId } from 'react'
import type { ComponentPropsWithRef } from 'react'

type CheckFieldProps = ComponentPropsWithRef<'input'> & { label: string; hint: string }

export function CheckField({ label, hint, ...rest }: CheckFieldProps) {
  const id = useId()
  return (
    <div className="flex gap-3">
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-note`}
        className="mt-0.5 size-5 shrink-0 accent-accent"
        {...rest}
      />
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-note`} className="text-sm text-faint">
          {hint}
        </p>
      </div>
    </div>
  )
}
