import { t } from '@lingui/core/macro'
import { joinClasses } from '../../ui/format/join-classes.ts'
import type { Period } from './periods.ts'
import { DateField } from '../../ui/form/date-field.tsx'

type PeriodChoiceProps = {
  usual: { name: string; period: Period }[]
  period: Period
  onChange: (period: Period) => void
}

export function PeriodChoice({ usual, period, onChange }: PeriodChoiceProps) {
  return (
    <div className="grid gap-4 print:hidden">
      <ul aria-label={t`Usual periods`} className="flex flex-wrap gap-1.5">
        {usual.map(({ name, period: each }) => {
          const chosen = each.from === period.from && each.to === period.to
          return (
            <li key={name}>
              <button
                type="button"
                aria-pressed={chosen}
                onClick={() => onChange(each)}
                className={joinClasses(
                  'h-9 rounded-full border px-3 text-sm pointer-coarse:h-11',
                  chosen
                    ? 'border-accent bg-accent/10 text-ink'
                    : 'border-edge/60 text-soft hover:border-edge hover:text-ink',
                )}
              >
                {name}
              </button>
            </li>
          )
        })}
      </ul>
      <div className="grid gap-3 xs:grid-cols-2 sm:max-w-md">
        <DateField
          label={t`From`}
          value={period.from}
          onChange={(from) => onChange({ ...period, from })}
        />
        <DateField label={t`To`} value={period.to} onChange={(to) => onChange({ ...period, to })} />
      </div>
    </div>
  )
}
