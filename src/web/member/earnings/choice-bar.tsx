import { i18n } from '@lingui/core'
import type { MessageDescriptor } from '@lingui/core'
import { joinClasses } from '../../ui/format/join-classes.ts'

type ChoiceBarProps<T extends string> = {
  label: string
  choices: readonly { value: T; label: MessageDescriptor }[]
  value: T
  onChange: (value: T) => void
}

/** A few choices side by side, one of them selected. */
export function ChoiceBar<T extends string>(props: ChoiceBarProps<T>) {
  const { label, choices, value, onChange } = props
  return (
    <fieldset className="flex rounded-md border border-edge/60 p-0.5">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={joinClasses(
            'inline-flex h-8 cursor-pointer items-center rounded-sm px-3 text-sm font-medium',
            'has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:h-10',
            choice.value === value ? 'bg-raised text-ink' : 'text-faint hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={label}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className="sr-only"
          />
          {i18n._(choice.label)}
        </label>
      ))}
    </fieldset>
  )
}
