import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import type { Deposit } from './queries.ts'

// Most deposits arrive.
const VerifyForm = lazyPart(async () => (await import('./verify-form.tsx')).VerifyForm, {
  waiting: <Skeleton className="h-36" />,
  missed: <LoadError />,
})

/** For "I sent it and nothing shows": common reasons, and a transaction look-up. */
export function NotReceived({ deposit }: { deposit: Deposit }) {
  const [opened, setOpened] = useState(false)
  return (
    <details className="group mt-4 text-sm" onToggle={() => setOpened(true)}>
      <summary
        className={
          'flex min-h-11 cursor-pointer list-none items-center gap-2 font-medium text-ink ' +
          'underline-offset-4 hover:underline'
        }
      >
        <Icon name="forward" className="size-4 group-open:rotate-90 rtl:group-open:-rotate-90" />
        <Trans>Sent, but not arrived?</Trans>
      </summary>
      <ul className="mb-4 list-disc ps-5 text-soft">
        <li>
          <Trans>Your wallet may not have sent it yet. Look for a transaction hash there.</Trans>
        </li>
        <li>
          <Trans>
            It must have gone to <span className="break-all">{deposit.wallet_address}</span>.
          </Trans>
        </li>
        <li>
          <Trans>
            It must be {deposit.cryptocurrency} on the TRON network. We can’t see other tokens or
            networks.
          </Trans>
        </li>
      </ul>
      {opened && <VerifyForm requestId={deposit.request_id} onDone={() => undefined} />}
    </details>
  )
}
