import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ComponentPropsWithRef } from 'react'
import type { UseFormRegister } from 'react-hook-form'
import { usdText } from '../../ui/format/money-text.ts'
import { PlanBadge } from '../../ui/plan/plan-mark.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'
import { NARROW, useMedia } from '../../client/use-media.ts'
import { AMOUNTS, type DraftTexts, type Judgement, type PlanText } from './terms.ts'

type PlanFieldsProps = {
  plans: PlanText[]
  derived: Judgement['derived']
  register: UseFormRegister<DraftTexts>
}

const LABELS: Record<string, string> = {
  joining_fee: t`Joining fee`,
  level1: t`Level 1`,
  level2: t`Level 2`,
  sponsor_bonus: t`Sponsor bonus`,
  reentries: t`Re-entries`,
}

const FIELDS = [...AMOUNTS, 'reentries'] as const

const BOX =
  'figures h-9 w-full min-w-15 rounded-md border border-edge/70 bg-ground px-2 text-end ' +
  'text-sm hover:border-edge pointer-coarse:h-11 pointer-coarse:text-base'

const columnsOf = ({ plans, derived, register }: PlanFieldsProps): Column<number>[] => [
  {
    key: 'plan',
    label: t`Plan`,
    heads: true,
    show: (index) => <PlanBadge plan={plans[index]?.name ?? ''} />,
  },
  ...FIELDS.map((field): Column<number> => ({
    key: field,
    label: LABELS[field] ?? field,
    figures: true,
    className: 'px-1.5! whitespace-normal!',
    show: (index) => (
      <Box plan={plans[index]?.name ?? ''} field={field} {...register(`plans.${index}.${field}`)} />
    ),
  })),
  {
    key: 'board',
    label: t`Board pays`,
    figures: true,
    className: 'px-2! whitespace-normal!',
    show: (index) => textOf(derived[index]?.board),
  },
  {
    key: 'margin',
    label: t`Company keeps`,
    figures: true,
    className: 'ps-2! whitespace-normal!',
    show: (index) => textOf(derived[index]?.margin),
  },
]

/** Five plans side by side as rows of fields; on a phone, one below the other. */
export function PlanFields(props: PlanFieldsProps) {
  if (useMedia(NARROW)) return <Stacked {...props} />
  return (
    <Table
      look="dense"
      label={t`Plans of the draft`}
      columns={columnsOf(props)}
      rows={[...props.plans.keys()]}
      keyOf={(index) => index}
      classOf={() => 'align-middle'}
    />
  )
}

const textOf = (decimal: string | undefined) => (decimal === undefined ? '–' : usdText(decimal))

type BoxProps = ComponentPropsWithRef<'input'> & {
  plan: string
  field: (typeof FIELDS)[number]
}

const Box = ({ plan, field, ...rest }: BoxProps) => (
  <input
    aria-label={`${plan}, ${LABELS[field]?.toLowerCase()}`}
    inputMode={field === 'reentries' ? 'numeric' : 'decimal'}
    maxLength={12}
    className={BOX}
    {...rest}
  />
)

function Stacked({ plans, derived, register }: PlanFieldsProps) {
  return (
    <ul aria-label={t`Plans of the draft`}>
      {plans.map((plan, index) => (
        <li key={plan.name} className="border-b border-line px-4 py-3 last:border-0">
          <PlanBadge plan={plan.name} />
          <div className="mt-2 grid grid-cols-2 gap-2">
            {FIELDS.map((field) => (
              <div key={field}>
                <p aria-hidden="true" className="mb-0.5 text-xs text-faint">
                  {LABELS[field]}
                </p>
                <Box plan={plan.name} field={field} {...register(`plans.${index}.${field}`)} />
              </div>
            ))}
            <p className="figures self-end pb-2 text-xs text-soft">
              <Trans>
                board {textOf(derived[index]?.board)}, company {textOf(derived[index]?.margin)}
              </Trans>
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
