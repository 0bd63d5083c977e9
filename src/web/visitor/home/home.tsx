'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { DEFAULT_SPONSOR, paths } from '../../client/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PAGE } from '../../ui/card.tsx'
import { Hero } from './hero.tsx'
import { NetworkSection } from './network-section.tsx'
import { PlanOverview } from './plan-overview.tsx'

export const meta = () => [
  { title: t`Twofold: a two-sided membership that accounts for every cent` },
  {
    name: 'description',
    content: t`Five plans, a two-sided network, and a ledger that explains every reward.`,
  },
]

const FEATURES = (): { mark: ReactNode; title: string; text: ReactNode }[] => [
  {
    mark: <path d="M20 4v32M4 12h12v9H4zM24 12h12v9H24zM10 21v5M30 21v5" />,
    title: t`Two legs, six positions`,
    text: (
      <Trans>
        You have a left and a right leg, with two positions below each. Six positions make a board.
        The next free position always fills from the top, left before right.
      </Trans>
    ),
  },
  {
    mark: <path d="M5 8h30M5 16h30M5 24h30M5 31h30M5 34.5h30M26 8v23" />,
    title: t`A ledger, not a number`,
    text: (
      <Trans>
        Your balance is the sum of entries you can read. Each reward names the joining fee that paid
        it, and each entry has its counterpart.
      </Trans>
    ),
  },
  {
    mark: <path d="M4 34h8v-8h8v-8h8v-8h8M4 34v-8h8v-8h8v-8h8V4h8v6" />,
    title: t`One board opens the next plan`,
    text: (
      <Trans>
        A complete board pays exactly the joining fee of the next plan. Upgrades happen
        automatically from your wallet, or only when you choose.
      </Trans>
    ),
  },
]

export default function Home() {
  return (
    <>
      <Hero />
      <div className={PAGE}>
        <ul
          className={
            'grid gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-3'
          }
        >
          {FEATURES().map((feature) => (
            <li key={feature.title} className="bg-sheet p-6 sm:p-8">
              <svg
                viewBox="0 0 40 40"
                aria-hidden="true"
                fill="none"
                strokeWidth="1.5"
                className="size-10 stroke-accent"
              >
                {feature.mark}
              </svg>
              <h2 className="mt-5 text-lg font-semibold">{feature.title}</h2>
              <p className="mt-2 text-soft">{feature.text}</p>
            </li>
          ))}
        </ul>
        <NetworkSection />
        <PlanOverview />
        <section
          className={
            'mt-20 flex flex-wrap items-center justify-between gap-6 border-y ' +
            'border-line py-10'
          }
        >
          <div>
            <h2 className="text-2xl font-semibold">
              <Trans>Begin with one dollar</Trans>
            </h2>
            <p className="mt-1 text-soft">
              <Trans>Registration is free. A seat on Bronze costs $1, when you activate it.</Trans>
            </p>
          </div>
          <div className="flex flex-wrap gap-3">
            <ButtonLink kind="primary" size="large" to={paths.register(DEFAULT_SPONSOR)}>
              <Trans>Create your account</Trans>
            </ButtonLink>
            <ButtonLink size="large" to={paths.plan()}>
              <Trans>Compare the plans</Trans>
            </ButtonLink>
          </div>
        </section>
      </div>
    </>
  )
}
