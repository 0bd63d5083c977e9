import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { CallAnswer } from '../../../contract/call.ts'
import { dateTimeText } from '../../ui/format/time-text.ts'
import type { Flag } from './queries.ts'

type Withdrawal = CallAnswer<'getWithdrawal'>

/** The flags with which nobody may pay a withdrawal. The first one counts. */
const STOPS = ['disputed', 'suspended', 'on_hold'] as const satisfies Flag[]

/** Why nobody may pay an approved withdrawal now; undefined if nothing stops it. */
export const stopOf = ({ flags }: Withdrawal): (typeof STOPS)[number] | undefined =>
  STOPS.find((stop) => flags.includes(stop))

/** Tells an operator who is about to pay a withdrawal why not, and what to do. */
export function NotNow({ withdrawal }: { withdrawal: Withdrawal }) {
  const stop = stopOf(withdrawal)
  if (!stop) return null
  const { recordable_at: recordableAt } = withdrawal
  return (
    <div role="alert" className="grid gap-2 rounded-lg border border-warn/45 px-4 py-3 text-sm">
      <p className="font-medium text-warn">{whyNot(withdrawal)[stop]}</p>
      <p className="text-soft">
        {recordableAt ? (
          <Trans>
            If you’ve already sent the coins, record the transaction after{' '}
            {dateTimeText(recordableAt)}.
          </Trans>
        ) : (
          <Trans>If you’ve already sent the coins, enter the transaction.</Trans>
        )}
      </p>
    </div>
  )
}

function whyNot({ hold_until: until }: Withdrawal): Record<(typeof STOPS)[number], ReactNode> {
  const time = until === null ? '' : dateTimeText(until)
  return {
    disputed: (
      <Trans>
        The member reported that someone else used the account. Don’t pay this. The amount returns
        to the member’s wallet.
      </Trans>
    ),
    suspended: <Trans>The member is suspended. Reinstate them before you pay this.</Trans>,
    on_hold: (
      <Trans>
        This is on hold until {time}, because the member’s security settings changed. Pay it after
        that.
      </Trans>
    ),
  }
}
