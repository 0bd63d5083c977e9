'use no memo'

import type { ComponentPropsWithRef } from 'react'
import { FieldFrame, INPUT_CLASSES, type Told } from './field.tsx'

export type Choice = { value: string; label: string }

type SelectFieldProps = ComponentPropsWithRef<'select'> & Told & { choices: readonly Choice[] }

/** One of a few options, with the browser's own list. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, className, id, choices, ...rest } = props
  return (
    <FieldFrame label={label} hint={hint} error={error} className={className} id={id}>
      {(control) => (
        <select {...control} className={INPUT_CLASSES} {...rest}>
          {choices.map(({ value, label: name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
