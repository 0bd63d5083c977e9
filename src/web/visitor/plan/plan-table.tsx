'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PlanMark } from '../../ui/plan/plan-mark.tsx'
import { planLines } from './plan-lines.ts'
import type { PlanLine } from './plan-lines.ts'
import { Detail } from '../../ui/details.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'

// Said in the table, where the columns are compared; left out of a plan's own list.
const NOTHING = '–'

const benefit = (label: string, show: (line: PlanLine) => string, note?: string) =>
  ({ key: label, label, note, figures: true, show }) satisfies Column<PlanLine>

const makeBenefits = () => [
  benefit(t`Joining fee`, (line) => line.fee),
  benefit(t`Level 1`, (line) => line.level1, t`two positions, each`),
  benefit(t`Level 2`, (line) => line.level2, t`four positions, each`),
  benefit(t`Sponsor bonus`, (line) => line.sponsorBonus ?? NOTHING),
  benefit(t`Re-entries`, ({ reentries }) => (reentries ? `${reentries} × Bronze` : NOTHING)),
  benefit(t`Total reward`, (line) => line.total),
  benefit(t`Auto Upgrade`, (line) => (line.upgradeTo ? t`to ${line.upgradeTo}` : NOTHING)),
]

const PlanName = ({ name }: { name: string }) => (
  <span className="flex items-center gap-2.5 font-semibold">
    <PlanMark plan={name} />
    {name}
  </span>
)

const makeColumns = (): Column<PlanLine>[] => [
  { key: 'plan', label: t`Plan`, heads: true, show: ({ name }) => <PlanName name={name} /> },
  ...makeBenefits(),
]

/** The benefits of each plan: a table where there is room, one list for each plan where not. */
export function PlanTable() {
  const columns = makeColumns()
  return (
    <section aria-labelledby="benefits" className="mt-20">
      <h2 id="benefits" className="text-2xl font-semibold">
        <Trans>Tier benefits</Trans>
      </h2>
      <div className="mt-6 hidden overflow-hidden rounded-lg border border-line bg-sheet lg:block">
        <Table look="large" columns={columns} rows={planLines()} keyOf={({ name }) => name} />
      </div>
      <div className="mt-6 grid gap-3 sm:grid-cols-2 lg:hidden">
        {planLines().map((line) => (
          <PlanList key={line.name} line={line} />
        ))}
      </div>
      <p className="mt-4 max-w-3xl text-sm text-faint">
        <Trans>
          Illustration of one complete board. The Diamond total includes the sponsor bonus, which a
          sponsor gets when their referral activates Diamond. The board itself doesn’t pay it.
        </Trans>
      </p>
    </section>
  )
}

function PlanList({ line }: { line: PlanLine }) {
  return (
    <article className="rounded-lg border border-line bg-sheet p-5 sm:last:col-span-2">
      <h3 className="text-lg">
        <PlanName name={line.name} />
      </h3>
      <dl className="figures mt-3 text-[0.9375rem]">
        {makeBenefits()
          .filter(({ show }) => show(line) !== NOTHING)
          .map(({ key, label, note, show }) => (
            <Detail
              key={key}
              term={
                <>
                  {label}
                  {note && <span className="text-faint">, {note}</span>}
                </>
              }
            >
              {show(line)}
            </Detail>
          ))}
      </dl>
    </article>
  )
}
