'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PlanMark } from '../../ui/plan/plan-mark.tsx'
import { planLines } from './plan-lines.ts'
import type { PlanLine } from './plan-lines.ts'
import { Detail } from '../../ui/details.tsx'

// Shown in the table, where columns are compared, but not in a plan's own list.
const NOTHING = '–'

const COLUMNS = (): { head: string; note?: string; of: (line: PlanLine) => string }[] => [
  { head: t`Joining fee`, of: (line) => line.fee },
  { head: t`Level 1`, note: t`two positions, each`, of: (line) => line.level1 },
  { head: t`Level 2`, note: t`four positions, each`, of: (line) => line.level2 },
  { head: t`Sponsor bonus`, of: (line) => line.sponsorBonus ?? NOTHING },
  { head: t`Re-entries`, of: (line) => (line.reentries ? `${line.reentries} × Bronze` : NOTHING) },
  { head: t`Total reward`, of: (line) => line.total },
  { head: t`Auto Upgrade`, of: (line) => (line.upgradeTo ? t`to ${line.upgradeTo}` : NOTHING) },
]

/** The benefits of each plan: a table where there is room, otherwise a list for each plan. */
export function PlanTable() {
  return (
    <section aria-labelledby="benefits" className="mt-20">
      <h2 id="benefits" className="text-2xl font-semibold">
        <Trans>Tier benefits</Trans>
      </h2>
      <div className="mt-6 hidden overflow-hidden rounded-lg border border-line bg-sheet lg:block">
        <table className="figures w-full text-start">
          <thead>
            <tr className="border-b border-line align-bottom text-sm text-faint">
              <th scope="col" className="py-3 ps-6 text-start font-medium">
                <Trans>Plan</Trans>
              </th>
              {COLUMNS().map((column) => (
                <th
                  key={column.head}
                  scope="col"
                  className="px-3 py-3 text-end font-medium last:pe-6"
                >
                  {column.head}
                  {column.note && <span className="block font-normal">{column.note}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {planLines().map((line) => (
              <tr key={line.name} className="border-b border-line last:border-0">
                <th scope="row" className="py-4 ps-6 font-semibold">
                  <span className="flex items-center gap-2.5">
                    <PlanMark plan={line.name} />
                    {line.name}
                  </span>
                </th>
                {COLUMNS().map((column) => (
                  <td key={column.head} className="px-3 py-4 text-end last:pe-6">
                    {column.of(line)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
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
      <h3 className="flex items-center gap-2.5 text-lg font-semibold">
        <PlanMark plan={line.name} />
        {line.name}
      </h3>
      <dl className="figures mt-3 text-[0.9375rem]">
        {COLUMNS()
          .filter((column) => column.of(line) !== NOTHING)
          .map((column) => (
            <Detail
              whole
              key={column.head}
              term={
                <>
                  {column.head}
                  {column.note && <span className="text-faint">, {column.note}</span>}
                </>
              }
            >
              {column.of(line)}
            </Detail>
          ))}
      </dl>
    </article>
  )
}
