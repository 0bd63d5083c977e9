import type { Referral } from './queries.ts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { PAGE, PageHead } from '../../ui/card.tsx'
import { IncomeDisclaimer } from '../../ui/income-disclaimer.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Stat, Stats } from '../../ui/stat.tsx'
import { toastError } from '../../ui/toast/toast.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { usePreloadIntent } from '../../ui/use-preload-intent.ts'
import { referralsQuery } from './queries.ts'
import { useMe } from '../me/queries.ts'
import { isCut, ReferralList } from './referral-list.tsx'
import { ShareCard } from './share-card.tsx'

export const meta = () => [{ title: t`Referrals · Twofold` }]
const ActivationDialog = lazyPart(
  async () => (await import('../activation/activation-dialog.tsx')).ActivationDialog,
)

export default function Referrals() {
  const me = useMe()
  const { data, error, isPending, refetch } = useQuery(referralsQuery)
  const [activating, setActivating] = useState(false)
  const { near, watch } = usePreloadIntent()
  const close = () => setActivating(false)
  useEffect(() => {
    if (error) toastError(t`Error`, t`Failed to load referral data`)
  }, [error])
  return (
    <div className={PAGE} {...watch}>
      <PageHead title={t`Referrals`} intro={t`The members who registered with your link.`}>
        <Button icon="check" onClick={() => setActivating(true)}>
          <Trans>Activate Profile</Trans>
        </Button>
      </PageHead>
      <IncomeDisclaimer className="mt-5" />
      <div className="mt-8 grid gap-4">
        <ShareCard user={me.data} />
        <Stats>
          <Stat label={t`Total Referrals`} value={me.data?.total_referrals} />
          <Stat
            label={t`Active Referrals`}
            value={data && countActive(data)}
            note={data && isCut(data) && t`of the newest ${data.length}`}
          />
          <Stat label={t`Total Rewards`} value={me.data && usdText(me.data.total_rewards)} />
          <Stat label={t`Wallet Balance`} value={me.data && usdText(me.data.wallet_balance)} />
        </Stats>
        {isPending && <SkeletonRows rows={6} label={t`Loading referrals…`} />}
        {error && !data && (
          <ErrorPanel
            error={error}
            title={t`Failed to load referral data`}
            onRetry={() => void refetch()}
          />
        )}
        {data && <ReferralList referrals={data} user={me.data} />}
      </div>
      <ActivationDialog near={near} open={activating} onClose={close} />
    </div>
  )
}

const countActive = (referrals: Referral[]) =>
  referrals.filter(({ referred_user: user }) => user.profiles.some((profile) => profile.active))
    .length
