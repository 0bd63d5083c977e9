import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { paths } from '../../client/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PAGE, PageHead } from '../../ui/card.tsx'
import { IncomeDisclaimer } from '../../ui/income-disclaimer.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMe } from '../me/queries.ts'
import { Boards } from './boards.tsx'
import { RewardsCard } from './rewards-card.tsx'

export const meta = () => [{ title: t`Earnings · Twofold` }]

export default function EarningsPage() {
  const { data: user } = useMe()
  return (
    <div className={PAGE}>
      <PageHead title={t`Earnings`} intro={t`See every reward and the activation that paid it.`}>
        <ButtonLink to={paths.activity()} icon="clock">
          <Trans>Activity</Trans>
        </ButtonLink>
        <ButtonLink to={paths.statements()} icon="wallet">
          <Trans>Statements</Trans>
        </ButtonLink>
      </PageHead>
      <IncomeDisclaimer className="mt-5" />
      <div className="mt-8 grid gap-4">
        <RewardsCard user={user} />
        {user ? <Boards user={user} /> : <Skeleton className="h-96" />}
      </div>
    </div>
  )
}
