'use no memo'

import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { joinClasses } from '../../ui/format/join-classes.ts'
import { PlanMark } from '../../ui/plan/plan-mark.tsx'
import { planLines } from './plan-lines.ts'
import type { FeePart, PlanLine } from './plan-lines.ts'

/**
 * The section that every page with rewards links to: who pays for them, and how far most members
 * get.
 */
export function MoneySource() {
  return (
    <section
      id="where-the-money-comes-from"
      aria-labelledby="money-source"
      className="mt-20 scroll-mt-6"
    >
      <h2 id="money-source" className="text-2xl font-semibold">
        <Trans>Where the money comes from</Trans>
      </h2>
      <div className="mt-4 grid gap-x-12 gap-y-4 text-soft lg:grid-cols-2">
        <p>
          <Trans>
            Every reward is paid out of the joining fee of another member, when that member takes a
            seat. There is no other source: no trade, no interest, no investment. No plan can pay
            out more than its joining fee brings in; the ledger rejects a catalog that does.
          </Trans>
        </p>
        <p>
          <Trans>
            So most members do not complete a ladder. Each position counts for at most two boards,
            and a board needs six. So at any time, at most one board in three can be complete,
            whatever members do. If you join late or refer nobody, you can lose the whole fee. Only
            join with an amount you can afford to lose.
          </Trans>
        </p>
      </div>
      <h3 className="mt-10 font-semibold">
        <Trans>Where one joining fee goes</Trans>
      </h3>
      <ul className="mt-3 divide-y divide-line rounded-lg border border-line bg-sheet">
        {planLines().map((line) => (
          <FeeRow key={line.name} line={line} />
        ))}
      </ul>
      <p className="mt-3 max-w-3xl text-sm text-faint">
        <Trans>
          If no member holds the seat that a reward would go to, the company keeps it too. Deposits
          and withdrawals have their own fees, shown before you confirm.
        </Trans>
      </p>
    </section>
  )
}

const LOOKS: Record<FeePart['to'], { word: MessageDescriptor; bar: string; key: string }> = {
  'Level 1': { word: msg`Level 1`, bar: 'fill-accent', key: 'bg-accent' },
  'Level 2': { word: msg`Level 2`, bar: 'fill-accent/60', key: 'bg-accent/60' },
  Sponsor: { word: msg`Sponsor`, bar: 'fill-accent/30', key: 'bg-accent/30' },
  Company: { word: msg`Twofold`, bar: 'fill-edge/40', key: 'bg-edge/40' },
}

function FeeRow({ line }: { line: PlanLine }) {
  const starts = line.parts.map((_, index) =>
    line.parts.slice(0, index).reduce((sum, part) => sum + part.share, 0),
  )
  return (
    <li className="grid gap-x-8 gap-y-3 p-5 sm:grid-cols-[9rem_1fr]">
      <p className="figures flex items-center justify-between gap-3 sm:block">
        <span className="flex items-center gap-2.5 font-semibold">
          <PlanMark plan={line.name} />
          {line.name}
        </span>
        <span className="text-lg font-semibold sm:mt-1 sm:block">{line.fee}</span>
      </p>
      <div>
        <svg
          viewBox="0 0 1000 12"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="h-3 w-full overflow-hidden rounded-sm"
        >
          {line.parts.map((part, index) => (
            <rect
              key={part.to}
              x={starts[index]}
              width={Math.max(0, part.share - 2)}
              height="12"
              className={LOOKS[part.to].bar}
            />
          ))}
        </svg>
        <dl
          className={
            'figures mt-3 grid grid-cols-[minmax(max-content,2fr)_3fr] gap-x-4 gap-y-1 text-sm ' +
            'lg:grid-cols-4'
          }
        >
          {line.parts.map((part) => (
            <div key={part.to} className="flex items-center gap-2">
              <span
                aria-hidden="true"
                className={joinClasses('size-2.5 shrink-0 rounded-xs', LOOKS[part.to].key)}
              />
              <dt className="text-soft">{i18n._(LOOKS[part.to].word)}</dt>
              <dd className="font-medium">{part.amount}</dd>
            </div>
          ))}
        </dl>
      </div>
    </li>
  )
}
