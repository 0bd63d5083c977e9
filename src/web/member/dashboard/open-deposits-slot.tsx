'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Card } from '../../ui/card.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMe } from '../me/queries.ts'

const load = () => import('../deposit/open-deposits-card.tsx')

function Waiting() {
  return (
    <Card label={t`Open deposit`} className="mt-4 px-5 py-3 sm:px-6">
      <h2 className="text-sm text-faint">
        <Trans>Open deposit</Trans>
      </h2>
      <Skeleton className="my-1 h-15" />
    </Card>
  )
}

const LazyCard = lazyPart(async () => (await load()).OpenDepositsCard, {
  waiting: <Waiting />,
  missed: null,
})
const LazyBadge = lazyPart(async () => (await load()).OpenBadge, { waiting: null, missed: null })

const useHasOpen = () => (useMe().data?.open_deposits ?? []).length > 0

/** The card's place. Its code is loaded for members with an open deposit. */
export function OpenDepositsSlot() {
  return useHasOpen() ? <LazyCard /> : null
}

/** The place of the badge on the button. */
export function OpenBadgeSlot() {
  return useHasOpen() ? <LazyBadge /> : null
}
