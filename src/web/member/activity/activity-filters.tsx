import { t } from '@lingui/core/macro'
import { i18n } from '@lingui/core'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { INPUT_CLASSES } from '../../ui/form/field.tsx'
import { activityTypes } from './activity-types.ts'
import type { ActivityFilter } from './use-activity-filter.ts'
import { DateField } from '../../ui/form/date-field.tsx'

const LABEL = 'mb-1.5 block text-sm font-medium text-soft'

/** Kind and period; each change is another address of the page, so that Back undoes it. */
export function ActivityFilters({ filter }: { filter: ActivityFilter }) {
  const { type, from, to, isFiltered, change, clear } = filter
  return (
    <search className="grid items-end gap-3 xs:grid-cols-2 sm:grid-cols-[1.4fr_1fr_1fr_auto]">
      <label className="block xs:max-sm:col-span-2">
        <span className={LABEL}>{t`Kind`}</span>
        <select
          value={type}
          onChange={(event) => change('type', event.target.value)}
          className={INPUT_CLASSES}
        >
          <option value="">
            <Trans>Everything</Trans>
          </option>
          {activityTypes.map((kind) => (
            <option key={kind.type} value={kind.type}>
              {i18n._(kind.label)}
            </option>
          ))}
        </select>
      </label>
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
        disabled={!isFiltered}
        onClick={clear}
      >
        <Trans>Clear</Trans>
      </Button>
    </search>
  )
}
