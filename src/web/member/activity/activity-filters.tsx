import { t } from '@lingui/core/macro'
import { i18n } from '@lingui/core'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { switchOff } from '../../ui/focus/switch-off.ts'
import { activityTypes } from './activity-types.ts'
import type { ActivityFilter } from './use-activity-filter.ts'
import { DateField } from '../../ui/form/date-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'

/** Kind and period. Each change is a new address of the page, so that Back undoes it. */
export function ActivityFilters({ filter }: { filter: ActivityFilter }) {
  const { type, from, to, isFiltered, change, clear } = filter
  return (
    <search className="grid items-end gap-3 xs:grid-cols-2 sm:grid-cols-[1.4fr_1fr_1fr_auto]">
      <SelectField
        label={t`Kind`}
        className="xs:max-sm:col-span-2"
        choices={[
          { value: '', label: t`Everything` },
          ...activityTypes.map((kind) => ({ value: kind.type, label: i18n._(kind.label) })),
        ]}
        value={type}
        onChange={(event) => change('type', event.target.value)}
      />
      <DateField
        label={t`From`}
        value={from}
        max={to || undefined}
        onChange={(day) => change('from', day)}
      />
      <DateField
        label={t`To`}
        value={to}
        min={from || undefined}
        onChange={(day) => change('to', day)}
      />
      <Button
        kind="quiet"
        className={isFiltered ? 'xs:max-sm:col-span-2' : 'max-sm:hidden'}
        onClick={clear}
        {...switchOff(!isFiltered)}
      >
        <Trans>Clear</Trans>
      </Button>
    </search>
  )
}
