import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { INPUT_CLASSES } from '../../../ui/form/field.tsx'
import type { ListFilter } from '../queries.ts'

type TableFilterProps = {
  filter: ListFilter
  onChange: (filter: ListFilter) => void
  onSave: () => void
}

const SIDES = [
  { value: '', label: msg`Both legs` },
  { value: 'left', label: msg`Left leg` },
  { value: 'right', label: msg`Right leg` },
] as const

const LABEL = 'mb-1 block text-sm text-soft'

/** Which of them: a leg, a level, names by their beginning; and the list as a file. */
export function TableFilter({ filter, onChange, onSave }: TableFilterProps) {
  const id = useId()
  return (
    <search className="mb-4 grid grid-cols-2 items-end gap-3 sm:flex">
      <div className="sm:w-36">
        <label htmlFor={`${id}-leg`} className={LABEL}>
          <Trans>Leg</Trans>
        </label>
        <select
          id={`${id}-leg`}
          value={filter.side}
          onChange={({ target }) =>
            onChange({
              ...filter,
              side: SIDES.find((side) => side.value === target.value)?.value ?? '',
            })
          }
          className={INPUT_CLASSES}
        >
          {SIDES.map(({ value, label }) => (
            <option key={value} value={value}>
              {i18n._(label)}
            </option>
          ))}
        </select>
      </div>
      <div className="sm:w-24">
        <label htmlFor={`${id}-level`} className={LABEL}>
          <Trans>Level</Trans>
        </label>
        <input
          id={`${id}-level`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          value={filter.level}
          onChange={({ target }) =>
            onChange({ ...filter, level: target.value.replace(/\D|^0+/g, '') })
          }
          className={INPUT_CLASSES}
        />
      </div>
      <div className="max-sm:col-span-2 sm:flex-1">
        <label htmlFor={`${id}-name`} className={LABEL}>
          <Trans>Username begins with</Trans>
        </label>
        <input
          id={`${id}-name`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={30}
          value={filter.username}
          onChange={({ target }) => onChange({ ...filter, username: target.value.trim() })}
          className={INPUT_CLASSES}
        />
      </div>
      <Button className="max-sm:col-span-2" onClick={onSave}>
        <Trans>Save as CSV</Trans>
      </Button>
    </search>
  )
}
