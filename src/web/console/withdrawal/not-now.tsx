import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { CallAnswer } from '../../../contract/call.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { Transaction } from '../parts/list/cells.tsx'
import { isKnownFlag } from './flags.tsx'
import type { Flag } from './queries.ts'

type Withdrawal = CallAnswer<'getWithdrawal'>

/** The flags with which nobody may pay a withdrawal. The first one counts. */
const STOPS = [
  'paid_late',
  'history_lost',
  'in_signer_file',
  'disputed',
  'suspended',
  'on_hold',
  'quarantined',
] as const satisfies Flag[]

/** A flag that only a newer server knows may forbid the payment. */
type Stop = (typeof STOPS)[number] | 'newer'

/** Why nobody may pay an approved withdrawal now; undefined if nothing stops it. */
export const stopOf = ({ flags }: Withdrawal): Stop | undefined =>
  STOPS.find((stop) => flags.includes(stop)) ?? (flags.every(isKnownFlag) ? undefined : 'newer')

/** Tells an operator who is about to pay a withdrawal why not, and what to do. */
export function NotNow({ withdrawal }: { withdrawal: Withdrawal }) {
  const stop = stopOf(withdrawal)
  if (!stop) return null
  return (
    <div role="alert" className="grid gap-2 rounded-lg border border-warn/45 px-4 py-3 text-sm">
      <p className="font-medium text-warn">{whyNot(withdrawal)[stop]}</p>
      {stop === 'paid_late' ? (
        <GivenUp payouts={withdrawal.payouts} />
      ) : (
        <p className="text-soft">{whatThen(withdrawal)}</p>
      )}
    </div>
  )
}

const whatThen = ({ recordable_at: at }: Withdrawal): ReactNode =>
  at ? (
    <Trans>
      If you’ve already sent the coins, record the transaction after {dateTimeText(at)}.
    </Trans>
  ) : (
    <Trans>If you’ve already sent the coins, enter the transaction.</Trans>
  )

/** The payouts that we gave up on. One of them has paid the withdrawal. */
function GivenUp({ payouts }: Pick<Withdrawal, 'payouts'>) {
  const all = payouts.filter(({ state }) => state === 'expired')
  return (
    <>
      <p className="text-soft">
        <Trans>Enter the transaction of that payout:</Trans>
      </p>
      <ul className="grid gap-2">
        {all.map(({ id, transaction_hash: hash }) => (
          <OnePayout key={id} hash={hash} />
        ))}
      </ul>
    </>
  )
}

const OnePayout = ({ hash }: { hash: string }) => (
  <li className="flex items-center justify-between gap-3">
    <Transaction id={hash} />
    <CopyButton text={hash} label={t`Copy`} />
  </li>
)

function whyNot({ hold_until: until }: Withdrawal): Record<Stop, ReactNode> {
  const time = until === null ? '' : dateTimeText(until)
  return {
    newer: (
      <Trans>
        This has a flag that this page doesn’t know yet. Don’t pay it. Reload the page to find out
        why it’s flagged.
      </Trans>
    ),
    paid_late: (
      <Trans>
        A payout that failed is on the chain after all, so the member has the coins. Don’t pay this.
      </Trans>
    ),
    history_lost: (
      <Trans>
        We may have paid this already: the database lost commands, most nodes replaced a final
        block, nobody has explained a transfer to this address, or the chain hasn’t been read since
        the database started. Don’t pay it until someone has compared the chain with the ledger.
      </Trans>
    ),
    in_signer_file: (
      <Trans>
        A file for an offline signer may still pay this, also if it was discarded. Import that file,
        or wait until it has expired. If you pay this as well, the member may get the coins twice.
      </Trans>
    ),
    quarantined: (
      <Trans>
        We can’t pay this as it is. Don’t pay it either until you know why: see the System page.
      </Trans>
    ),
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
