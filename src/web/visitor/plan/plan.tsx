'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { DEFAULT_SPONSOR, paths } from '../../client/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card, PAGE, PageHead } from '../../ui/card.tsx'
import { IncomeDisclaimer } from '../../ui/income-disclaimer.tsx'
import { NetworkFigure } from './network-figure.tsx'
import { PlanTable } from './plan-table.tsx'

export const meta = () => [
  { title: t`Plan · Twofold` },
  {
    name: 'description',
    content: t`Joining fees, rewards, and upgrades of Bronze, Silver, Gold, Platinum, and Diamond.`,
  },
]

export default function PlanPage() {
  return (
    <div className={PAGE}>
      <PageHead
        title={t`Plans`}
        intro={<Trans>What each plan costs, what it pays, and where it leads.</Trans>}
      >
        <ButtonLink kind="primary" to={paths.register(DEFAULT_SPONSOR)}>
          <Trans>Join Twofold</Trans>
        </ButtonLink>
      </PageHead>
      <IncomeDisclaimer className="mt-6" />
      <div className="mt-8 grid gap-4 md:grid-cols-2">
        <RewardCard title={t`$1 Welcome`} state={t`Open now`}>
          <Trans>
            Bronze is where you start. Its $1 joining fee gets your first seat: half goes to the
            member above you and half to the one above them. It’s a fee, not a gift or a deposit.
          </Trans>
        </RewardCard>
        <RewardCard title={t`Launching Soon`} state={t`In preparation`}>
          <Trans>
            Phone notifications when something happens in your network. Until then, we email you and
            show it on your dashboard.
          </Trans>
        </RewardCard>
      </div>
      <section aria-labelledby="sample" className="mt-16 grid items-center gap-10 lg:grid-cols-2">
        <div>
          <h2 id="sample" className="text-2xl font-semibold">
            <Trans>A sample network</Trans>
          </h2>
          <p className="mt-3 text-soft">
            <Trans>
              You’re at the top. L and R are your two legs; LL, LR, RL, and RR are below them. These
              six positions are your board. They fill from the top, level by level, left before
              right, no matter who sponsored the member.
            </Trans>
          </p>
          <p className="mt-3 text-soft">
            <Trans>
              Each position pays once, when it’s filled. When all six are filled, the board is
              complete and your next plan opens.
            </Trans>
          </p>
        </div>
        <Card className="p-4 sm:p-8">
          <NetworkFigure
            title={t`Sample network: you, L and R below you, then LL, LR, RL, and RR`}
          />
        </Card>
      </section>
      <PlanTable />
    </div>
  )
}

function RewardCard(props: { title: string; state: string; children: ReactNode }) {
  return (
    <Card className="p-6">
      <p className="text-sm text-faint">{props.state}</p>
      <h2 className="mt-1 text-xl font-semibold">{props.title}</h2>
      <p className="mt-2 text-soft">{props.children}</p>
    </Card>
  )
}
