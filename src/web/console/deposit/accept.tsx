import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { coinText } from '../../ui/format/coin-text.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { useClaim } from '../parts/queue/use-claim.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { useMay } from '../session/permission.ts'
import { useChange } from '../session/use-change.ts'
import type { Transfer } from './queries.ts'

/** The decision about a payment: to credit it now. */
export function Accept({ item, onDone }: { item: Transfer; onDone: () => void }) {
  const mayAccept = useMay('operatorAcceptUnattributed')
  const claimed = useClaim('unattributed', item.id, mayAccept)
  const [asking, setAsking] = useState(false)
  const accept = useChange('operatorAcceptUnattributed', {
    done: t`Credited.`,
    onDone: () => {
      setAsking(false)
      onDone()
    },
  })
  const may = mayAccept && !claimed && item.amount !== null
  useKeys({ a: () => may && setAsking(true) })
  if (!mayAccept)
    return (
      <p className="text-sm text-faint">
        <Trans>Only finance can accept payments.</Trans>
      </p>
    )
  return (
    <div className="grid gap-2">
      {claimed && <p className="text-sm text-warn">{claimed}</p>}
      {item.amount === null && (
        <p className="text-sm text-soft">
          <Trans>This payment can’t be credited because it’s too small or has no owner.</Trans>
        </p>
      )}
      <Button kind="primary" disabled={!may} onClick={() => setAsking(true)}>
        <Trans>Accept</Trans>
      </Button>
      <ReasonDialog
        open={asking}
        onClose={() => setAsking(false)}
        about={`payment ${item.id}`}
        title={t`Accept ${coinText(item.crypto_amount, item.cryptocurrency)}`}
        description={t`${item.username ?? ''} is credited ${usdText(item.amount ?? '0')}.`}
        action={t`Accept`}
        pending={accept.isPending}
        onConfirm={(reason) => accept.mutate({ params: { id: item.id }, body: { reason } })}
      />
    </div>
  )
}
