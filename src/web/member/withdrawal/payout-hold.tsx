import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { securityQuery } from '../security/queries.ts'

/** That payouts rest after a change of security, said before one is asked for. */
export function PayoutHold() {
  const { data } = useQuery(securityQuery)
  if (!data?.hold_until) return null
  return (
    <p className="border-l-2 border-warn pl-4 text-sm text-soft">
      <Trans>
        Your security settings have changed lately. A withdrawal can be asked for now and is paid
        after <span className="font-medium text-ink">{dateTimeText(data.hold_until)}</span>. Nobody
        can shorten that.
      </Trans>
    </p>
  )
}
