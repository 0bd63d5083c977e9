import { useId } from 'react'
import type { ComponentPropsWithRef } from 'react'
import { INPUT_CLASSES } from '../../../ui/form/field.tsx'
import type { Choice } from './filter.ts'

type SelectFieldProps = ComponentPropsWithRef<'select'> & { label: string; choices: Choice[] }

/** One of a few, by the browser's own list. */
export function SelectField({ label, choices, ...rest }: SelectFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium text-soft">
        {label}
      </label>
      <select id={id} className={INPUT_CLASSES} {...rest}>
        {choices.map(({ value, label: name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
