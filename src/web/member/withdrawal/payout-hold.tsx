'use no memo'

import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { securityQuery } from '../security/queries.ts'

/** Explains that payouts are on hold after a security change, before the member requests one. */
export function PayoutHold() {
  const { data } = useQuery(securityQuery)
  if (!data?.hold_until) return null
  return (
    <p className="border-s-2 border-warn ps-4 text-sm text-soft">
      <Trans>
        Your security settings changed recently. You can request a withdrawal now, and we’ll pay it
        after <span className="font-medium text-ink">{dateTimeText(data.hold_until)}</span>. This
        wait can’t be shortened.
      </Trans>
    </p>
  )
}
