import { usdText } from '../../ui/format/money-text.ts'
import { PlanBadge } from '../../ui/plan/plan-mark.tsx'
import { NARROW, useMedia } from '../../client/use-media.ts'
import { AMOUNTS, type Judgement, type PlanText } from './terms.ts'

type Put = (index: number, field: keyof PlanText, text: string) => void
type PlanFieldsProps = { plans: PlanText[]; derived: Judgement['derived']; onChange: Put }

const LABELS: Record<string, string> = {
  joining_fee: 'Joining fee',
  level1: 'Level 1',
  level2: 'Level 2',
  sponsor_bonus: 'Sponsor bonus',
  reentries: 'Re-entries',
}

const FIELDS = [...AMOUNTS, 'reentries'] as const

const BOX =
  'figures h-9 w-full min-w-15 rounded-md border border-edge/70 bg-ground px-2 text-right ' +
  'text-sm hover:border-edge pointer-coarse:h-11 pointer-coarse:text-base'

/** Five plans beside one another as rows of fields; on a phone one under the other. */
export function PlanFields({ plans, derived, onChange }: PlanFieldsProps) {
  if (useMedia(NARROW)) return <Stacked plans={plans} derived={derived} onChange={onChange} />
  return (
    <div className="overflow-x-auto">
      <table aria-label="Plans of the draft" className="w-full text-[0.8125rem]">
        <thead>
          <tr className="border-b border-line text-xs text-faint">
            <th scope="col" className="px-4 py-2 text-left font-medium">
              Plan
            </th>
            {FIELDS.map((field) => (
              <th key={field} scope="col" className="px-1.5 text-right font-medium">
                {LABELS[field]}
              </th>
            ))}
            <th scope="col" className="px-2 text-right font-medium">
              Board pays
            </th>
            <th scope="col" className="px-4 text-right font-medium">
              House keeps
            </th>
          </tr>
        </thead>
        <tbody>
          {plans.map((plan, index) => (
            <tr key={plan.name} className="border-b border-line/70 last:border-0">
              <th scope="row" className="px-4 py-1.5 text-left font-normal">
                <PlanBadge plan={plan.name} />
              </th>
              {FIELDS.map((field) => (
                <td key={field} className="px-1.5 py-1.5">
                  <Box plan={plan} field={field} onText={(text) => onChange(index, field, text)} />
                </td>
              ))}
              <td className="figures px-2 text-right">{textOf(derived[index]?.board)}</td>
              <td className="figures px-4 text-right">{textOf(derived[index]?.margin)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const textOf = (decimal: string | undefined) => (decimal === undefined ? '–' : usdText(decimal))

type BoxProps = {
  plan: PlanText
  field: (typeof FIELDS)[number]
  onText: (text: string) => void
}

const Box = ({ plan, field, onText }: BoxProps) => (
  <input
    aria-label={`${plan.name}, ${LABELS[field]?.toLowerCase()}`}
    inputMode={field === 'reentries' ? 'numeric' : 'decimal'}
    maxLength={12}
    value={plan[field]}
    onChange={(event) => onText(event.target.value)}
    className={BOX}
  />
)

function Stacked({ plans, derived, onChange }: PlanFieldsProps) {
  return (
    <ul aria-label="Plans of the draft">
      {plans.map((plan, index) => (
        <li key={plan.name} className="border-b border-line px-4 py-3 last:border-0">
          <PlanBadge plan={plan.name} />
          <div className="mt-2 grid grid-cols-2 gap-2">
            {FIELDS.map((field) => (
              <div key={field}>
                <p aria-hidden="true" className="mb-0.5 text-xs text-faint">
                  {LABELS[field]}
                </p>
                <Box plan={plan} field={field} onText={(text) => onChange(index, field, text)} />
              </div>
            ))}
            <p className="figures self-end pb-2 text-xs text-soft">
              board {textOf(derived[index]?.board)}, house {textOf(derived[index]?.margin)}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
