'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PAGE } from '../../ui/card.tsx'
import { IncomeDisclaimer } from '../../ui/income-disclaimer.tsx'
import { DoublingFigure } from './doubling-figure.tsx'
import { MoneySource } from './money-source.tsx'
import { JoinLinks } from './join-links.tsx'

export const meta = () => [
  { title: t`Pay Plan · Twofold` },
  {
    name: 'description',
    content: t`The power of two: the cycle, how rewards are paid, and whose joining fees pay them.`,
  },
]

const CYCLE = () => [
  {
    title: t`You join`,
    text: (
      <Trans>
        You register, add money to your wallet, and activate Bronze. You get the first free position
        below your sponsor.
      </Trans>
    ),
  },
  {
    title: t`You help 2 others`,
    text: (
      <Trans>
        Two people join below you, one on the left and one on the right. Each of them helps two
        more. That’s six positions, and your board is complete.
      </Trans>
    ),
  },
  {
    title: t`You earn together`,
    text: (
      <Trans>
        Each filled position pays the member one level up and the member two levels up, right away
        and by the same rule.
      </Trans>
    ),
  },
]

const MECHANICS = () => [
  {
    term: t`Level 1 and level 2`,
    text: (
      <Trans>
        When someone takes a position on your board, it pays you once: the level 1 reward if the
        position is directly below yours, or the level 2 reward if it’s one level further down.
      </Trans>
    ),
  },
  {
    term: t`Spillover`,
    text: (
      <Trans>
        A new member takes the first free position on the board, top to bottom and left to right. So
        other people’s referrals can fill your board, and yours can fill theirs.
      </Trans>
    ),
  },
  {
    term: t`Auto Upgrade`,
    text: (
      <Trans>
        A complete board opens a profile on the next plan. If your wallet covers the joining fee, we
        activate it right away. Turn this off to activate profiles yourself.
      </Trans>
    ),
  },
  {
    term: t`Re-entry`,
    text: (
      <Trans>
        Diamond is the last plan. A complete Diamond board opens twelve new Bronze profiles for you,
        and each one starts the ladder again.
      </Trans>
    ),
  },
]

export default function PayPlan() {
  return (
    <div className={PAGE}>
      <div className="grid items-center gap-10 lg:grid-cols-[1fr_1.1fr]">
        <header>
          <h1 className="text-4xl leading-tight font-semibold tracking-[-0.03em]">
            <Trans>The power of two</Trans>
          </h1>
          <p className="mt-4 text-lg text-soft">
            <Trans>
              You don’t need to bring a crowd. The plan asks for two people, and that you help those
              two do the same. That’s the whole idea; the rest is bookkeeping.
            </Trans>
          </p>
          <IncomeDisclaimer className="mt-6" />
        </header>
        <DoublingFigure />
      </div>
      <section aria-labelledby="cycle" className="mt-20">
        <h2 id="cycle" className="text-2xl font-semibold">
          <Trans>The cycle</Trans>
        </h2>
        <ol
          className={
            'mt-6 grid gap-px overflow-hidden rounded-lg border border-line bg-line ' +
            'md:grid-cols-3'
          }
        >
          {CYCLE().map((step, index) => (
            <li key={step.title} className="bg-sheet p-6 sm:p-8">
              <span className="figures text-sm font-medium text-accent">
                <Trans>{index + 1} of 3</Trans>
              </span>
              <h3 className="mt-2 text-lg font-semibold">{step.title}</h3>
              <p className="mt-2 text-soft">{step.text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="mechanics" className="mt-20 grid gap-8 lg:grid-cols-[1fr_2fr]">
        <h2 id="mechanics" className="text-2xl font-semibold">
          <Trans>How earning works</Trans>
        </h2>
        <dl className="border-t border-line">
          {MECHANICS().map((part) => (
            <div
              key={part.term}
              className="grid gap-1 border-b border-line py-5 sm:grid-cols-[12rem_1fr]"
            >
              <dt className="font-semibold">{part.term}</dt>
              <dd className="text-soft">{part.text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <MoneySource />
      <div className="mt-16 flex flex-wrap gap-3">
        <JoinLinks />
      </div>
    </div>
  )
}
