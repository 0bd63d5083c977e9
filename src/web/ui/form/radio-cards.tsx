import { i18n } from '@lingui/core'
import type { MessageDescriptor } from '@lingui/core'
import type { ReactNode } from 'react'
import { joinClasses } from '../format/join-classes.ts'

type RadioCardsProps<T extends string> = {
  legend: string
  name: string
  choices: readonly { value: T; label: string; note: MessageDescriptor }[]
  value: T
  onChange: (value: T) => void
  children?: ReactNode
}

/** A choice between two, each on a card with a line of its own about it. */
export function RadioCards<T extends string>(props: RadioCardsProps<T>) {
  const { legend, name, choices, value, onChange, children } = props
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-soft">{legend}</legend>
      <div className="grid grid-cols-2 gap-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={joinClasses(
              'relative cursor-pointer rounded-md border p-3 transition-colors',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ' +
                'has-focus-visible:outline-accent',
              choice.value === value ? 'border-accent bg-accent/10' : 'border-edge hover:bg-raised',
            )}
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="sr-only"
            />
            <span className="block font-semibold">{choice.label}</span>
            <span className="mt-0.5 block text-xs text-soft">{i18n._(choice.note)}</span>
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  )
}
