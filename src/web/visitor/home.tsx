import type { ReactNode } from 'react'
import { DEFAULT_SPONSOR, paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PAGE } from '../ui/card.tsx'
import { HonestyNote } from '../ui/honesty-note.tsx'
import { Hero } from './hero.tsx'
import { PlanOverview } from './plan-overview.tsx'

export const meta = () => [
  { title: 'Twofold: a two-sided membership that accounts for every cent' },
  {
    name: 'description',
    content:
      'Five plans, a left and a right side, and a wallet whose every cent can ' +
      'be traced to the joining fee it came from.',
  },
]

const FEATURES: { mark: ReactNode; title: string; text: string }[] = [
  {
    mark: <path d="M20 4v32M4 12h12v9H4zM24 12h12v9H24zM10 21v5M30 21v5" />,
    title: 'Two sides, six places',
    text:
      'Your place has a left and a right, and two beneath each. Six places make ' +
      'one board. The next free place is always filled from the top, left before ' +
      'right.',
  },
  {
    mark: <path d="M5 8h30M5 16h30M5 24h30M5 31h30M5 34.5h30M26 8v23" />,
    title: 'A ledger, not a number',
    text:
      'Your balance is the sum of entries that can be read. Each reward names the ' +
      'joining fee it was paid from, and each entry has its counterpart.',
  },
  {
    mark: <path d="M4 34h8v-8h8v-8h8v-8h8M4 34v-8h8v-8h8v-8h8V4h8v6" />,
    title: 'One board opens the next plan',
    text:
      'A full board pays exactly the joining fee of the next plan. Upgrades ' +
      'happen by themselves from your wallet, or only when you say so.',
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
          {FEATURES.map((feature) => (
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
        <PlanOverview />
        <section
          className={
            'mt-20 flex flex-wrap items-center justify-between gap-6 border-y ' +
            'border-line py-10'
          }
        >
          <div>
            <h2 className="text-2xl font-semibold">Begin with one dollar</h2>
            <p className="mt-1 text-soft">
              Registration is free. A place on Bronze costs $1, when you activate it.
            </p>
          </div>
          <div className="flex flex-wrap gap-3">
            <ButtonLink kind="primary" size="large" to={paths.register(DEFAULT_SPONSOR)}>
              Create your account
            </ButtonLink>
            <ButtonLink size="large" to={paths.plan()}>
              Compare the plans
            </ButtonLink>
          </div>
        </section>
        <HonestyNote className="mt-10" />
      </div>
    </>
  )
}
