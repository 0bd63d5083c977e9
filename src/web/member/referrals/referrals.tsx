import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { PAGE, PageHead } from '../../ui/card.tsx'
import { ActivationDialog } from '../activation/lazy-activation-dialog.ts'
import { usePreloadIntent } from '../../ui/use-preload-intent.ts'
import { referralsQuery } from './queries.ts'
import { useMe } from '../me/queries.ts'
import { LoadedReferrals } from './loaded-referrals.tsx'
import { ReferralStats } from './referral-stats.tsx'
import { ShareCard } from './share-card.tsx'

export const meta = () => [{ title: t`Referrals · Twofold` }]

export default function Referrals() {
  const me = useMe()
  const referrals = useQuery(referralsQuery)
  const [activating, setActivating] = useState(false)
  const { near, watch } = usePreloadIntent()
  const close = () => setActivating(false)
  return (
    <div className={PAGE} {...watch}>
      <PageHead title={t`Referrals`} intro={t`The members who registered with your link.`}>
        <Button icon="check" onClick={() => setActivating(true)}>
          <Trans>Activate Profile</Trans>
        </Button>
      </PageHead>

      <div className="mt-8 grid gap-4">
        <ShareCard user={me.data} />
        <ReferralStats
          referrals={referrals.data}
          failed={referrals.isLoadingError}
          user={me.data}
        />
        <LoadedReferrals referrals={referrals} user={me.data} />
      </div>
      <ActivationDialog near={near} open={activating} onClose={close} />
    </div>
  )
}
