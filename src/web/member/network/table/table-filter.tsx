import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import type { ListFilter } from '../queries.ts'

type TableFilterProps = {
  filter: ListFilter
  onChange: (filter: ListFilter) => void
  onSave: () => void
  saving: boolean
}

const SIDES = [
  { value: '', label: msg`Both legs` },
  { value: 'left', label: msg`Left leg` },
  { value: 'right', label: msg`Right leg` },
] as const

/** The table's filters: leg, level, start of the name. Also saves the list as a file. */
export function TableFilter({ filter, onChange, onSave, saving }: TableFilterProps) {
  return (
    <search className="mb-4 grid grid-cols-[3fr_2fr] items-end gap-3 sm:flex">
      <SelectField
        label={t`Leg`}
        className="sm:w-40"
        choices={SIDES.map(({ value, label }) => ({ value, label: i18n._(label) }))}
        value={filter.side}
        onChange={({ target }) =>
          onChange({
            ...filter,
            side: SIDES.find((side) => side.value === target.value)?.value ?? '',
          })
        }
      />
      <Field
        label={t`Level`}
        className="sm:w-24"
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={filter.level}
        onChange={({ target }) =>
          onChange({ ...filter, level: target.value.replace(/\D|^0+/g, '') })
        }
      />
      <Field
        label={t`Username begins with`}
        className="max-sm:col-span-2 sm:flex-1"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={30}
        value={filter.username}
        onChange={({ target }) => onChange({ ...filter, username: target.value.trim() })}
      />
      <Button className="max-sm:col-span-2" pending={saving} onClick={onSave}>
        <Trans>Save as CSV</Trans>
      </Button>
    </search>
  )
}
