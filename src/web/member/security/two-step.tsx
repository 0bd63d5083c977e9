import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { takeLostFocus } from '../../ui/focus/focus-if-lost.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { securityQuery } from './queries.ts'
import { SecurityError } from './security-error.tsx'
import { TurnedOff } from './two-step-off.tsx'

const RemoveDialog = lazyDialog(async () => (await import('./remove-dialog.tsx')).RemoveDialog)

/** The button that switched it on or off is gone with its dialog. Its focus goes to the title. */
function useTitleAfter(isOn: boolean | undefined) {
  const title = useRef<HTMLHeadingElement>(null)
  const shown = useRef(isOn)
  useEffect(() => {
    if (shown.current === isOn) return
    const isChange = shown.current !== undefined
    shown.current = isOn
    if (isChange) takeLostFocus(title.current)
  }, [isOn])
  return title
}

/** Two-step verification: whether it is on, and the way to switch it on or off. */
export function TwoStep() {
  const { data, error, refetch } = useQuery(securityQuery)
  const title = useTitleAfter(data?.totp_enabled)
  return (
    <Card label={t`Two-Step Verification`} className="min-w-0 p-5 sm:p-6">
      <div className="flex items-center justify-between gap-4">
        <h3 ref={title} tabIndex={-1} className="text-lg font-semibold outline-none">
          <Trans>Two-Step Verification</Trans>
        </h3>
        {data && (
          <Badge tone={data.totp_enabled ? 'good' : 'plain'}>
            {data.totp_enabled
              ? t({ message: 'On', context: 'verification' })
              : t({ message: 'Off', context: 'verification' })}
          </Badge>
        )}
      </div>
      {!data && !error && <Skeleton className="mt-3 h-16" />}
      {!data && error && <SecurityError error={error} onRetry={refetch} />}
      {data && (data.totp_enabled ? <TurnedOn left={data.recovery_codes_left} /> : <TurnedOff />)}
      {data?.hold_until && (
        <p className="mt-4 border-s-2 border-warn ps-4 text-sm text-soft">
          <Trans>
            Payouts are paused until {dateTimeText(data.hold_until)} because your security settings
            changed.
          </Trans>
        </p>
      )}
    </Card>
  )
}

function TurnedOn({ left }: { left: number }) {
  const [removing, setRemoving] = useState(false)
  return (
    <>
      <p className="mt-2 text-soft">
        <Trans>
          Codes from your authenticator app confirm withdrawals and changes to your settings.
        </Trans>
      </p>
      <p className={left < 3 ? 'mt-1 text-sm text-warn' : 'mt-1 text-sm text-faint'}>
        <Trans>{left} of 10 recovery codes left.</Trans>
      </p>
      <div className="mt-4">
        <Button kind="danger" size="small" onClick={() => setRemoving(true)}>
          <Trans>Remove</Trans>
        </Button>
      </div>
      <RemoveDialog open={removing} onClose={() => setRemoving(false)} />
    </>
  )
}
