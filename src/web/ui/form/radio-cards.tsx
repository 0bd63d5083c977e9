import { i18n } from '@lingui/core'
import type { MessageDescriptor } from '@lingui/core'
import type { ComponentPropsWithRef, ReactNode } from 'react'

type RadioCardsProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'children'> & {
  legend: string
  choices: readonly { value: string; label: string; note: MessageDescriptor }[]
  error?: string | undefined
  children?: ReactNode
}

/** A choice between two, each on a card with its own explanation. */
export function RadioCards(props: RadioCardsProps) {
  const { legend, choices, value, error, children, ...rest } = props
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-soft">{legend}</legend>
      <div className="grid grid-cols-2 gap-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={
              'relative cursor-pointer rounded-md border p-3 transition-colors ' +
              'has-checked:border-accent has-checked:bg-accent/10 ' +
              'not-has-checked:border-edge not-has-checked:hover:bg-raised ' +
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ' +
              'has-focus-visible:outline-accent'
            }
          >
            <input
              type="radio"
              value={choice.value}
              // A form that manages the choice itself passes no value here.
              checked={value === undefined ? undefined : choice.value === value}
              className="sr-only"
              {...rest}
            />
            <span className="block font-semibold">{choice.label}</span>
            <span className="mt-0.5 block text-xs text-soft">{i18n._(choice.note)}</span>
          </label>
        ))}
      </div>
      {error && <p className="mt-1.5 text-sm text-bad">{error}</p>}
      {children}
    </fieldset>
  )
}
