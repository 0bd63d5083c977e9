'use no memo'

import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paths } from '../../client/paths.ts'
import { colorOf } from '../../ui/plan/plan-color.ts'
import { PlanMark } from '../../ui/plan/plan-mark.tsx'
import { joinClasses } from '../../ui/format/join-classes.ts'
import { planLines } from '../plan/plan-lines.ts'
import type { PlanLine } from '../plan/plan-lines.ts'

/** The five plans side by side: each one's price, a full board's rewards, and the next plan. */
export function PlanOverview() {
  return (
    <section aria-labelledby="plans" className="mt-20">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="plans" className="text-2xl font-semibold">
          <Trans>Five plans, one ladder</Trans>
        </h2>
        <Link to={paths.plan()} className="text-soft underline underline-offset-4 hover:text-ink">
          <Trans>All figures in one table</Trans>
        </Link>
      </div>
      <ol className="mt-6 grid gap-3 sm:grid-cols-2 lg:grid-cols-5">
        {planLines().map((line) => (
          <PlanTile key={line.name} line={line} />
        ))}
      </ol>
    </section>
  )
}

function PlanTile({ line }: { line: PlanLine }) {
  return (
    <li
      className={
        'relative overflow-hidden rounded-lg border border-line bg-sheet p-5 ' +
        'sm:max-lg:last:col-span-2'
      }
    >
      <span
        aria-hidden="true"
        className={joinClasses('absolute inset-x-0 top-0 h-[3px]', colorOf(line.name).line)}
      />
      <h3 className="flex items-center gap-2 font-semibold">
        <PlanMark plan={line.name} />
        {line.name}
      </h3>
      <dl className="figures mt-5">
        <dt className="text-sm text-faint">
          <Trans>Joining fee</Trans>
        </dt>
        <dd className="text-3xl font-semibold tracking-tight">{line.fee}</dd>
        <div className="mt-4 flex justify-between gap-2 border-t border-line pt-3 text-sm">
          <dt className="text-soft">
            <Trans>Total reward</Trans>
          </dt>
          <dd className="font-medium">{line.total}</dd>
        </div>
        <div className="mt-1 flex justify-between gap-2 text-sm">
          <dt className="text-soft">
            <Trans>Then</Trans>
          </dt>
          <dd className="font-medium">{line.upgradeTo ?? `${line.reentries} × Bronze`}</dd>
        </div>
      </dl>
    </li>
  )
}
