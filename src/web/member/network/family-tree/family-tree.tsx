import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { PAGE, PageHead } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { usePreloadIntent } from '../../../ui/use-preload-intent.ts'
import { InviteDialog } from '../../referrals/lazy-invite-dialog.ts'
import { windowQuery } from '../queries.ts'
import { MissingTree, useFailureToast } from './missing-tree.tsx'
import { ShownNetwork } from './shown-network.tsx'
import { TreeBar } from './tree-bar.tsx'
import { usePrefetch } from './use-prefetch.ts'
import { useTreeHistory } from './use-tree-history.ts'
import { ViewSwitch } from './view-switch.tsx'

export const meta = () => [{ title: t`Family Tree · Twofold` }]

/** The dialog's props, which stay until it has closed. */
type Invitation = {
  open: boolean
  where?: string
  returnFocus?: (() => void) | undefined
}

export default function FamilyTree() {
  const history = useTreeHistory()
  const { shown, levels } = history
  const { data: newest, error, refetch } = useQuery(windowQuery(shown, levels))
  // Renders an answer in slices, so that the page stays responsive.
  const data = useDeferredValue(newest)
  const [inviting, setInviting] = useState<Invitation>({ open: false })
  const { near, watch } = usePreloadIntent()
  const top = data?.seats[0]
  usePrefetch(data?.seats ?? [], levels)
  useFailureToast(error)
  const closeInvite = () => setInviting((before) => ({ ...before, open: false }))
  return (
    <div className={PAGE}>
      <PageHead title={t`Network Tree`}>
        <ViewSwitch history={history} />
      </PageHead>
      <TreeBar history={history} />
      {!data && !error && <Skeleton className="mt-6 h-130" />}
      {error && !top && <MissingTree error={error} onRetry={() => void refetch()} />}
      {data && top && (
        <div {...watch}>
          <ShownNetwork
            history={history}
            top={top}
            seats={data.seats}
            near={near}
            onInvite={(where, returnFocus) => setInviting({ open: true, where, returnFocus })}
          />
        </div>
      )}
      <InviteDialog
        near={near}
        open={inviting.open}
        position={inviting.where}
        returnFocus={inviting.returnFocus}
        onClose={closeInvite}
      />
    </div>
  )
}
