import type { Withdrawal } from './queries.ts'
import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { joinClasses } from '../../ui/format/join-classes.ts'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { ExplorerLink } from '../money/explorer-link.tsx'
const STEPS = [msg`Requested`, msg`Approved`, msg`Sent`, msg`Confirmed`]
const REACHED: Record<Withdrawal['stage'], number> = {
  pending: 0,
  failed: 0,
  approved: 1,
  sent: 2,
  confirmed: 3,
  rejected: -1,
  cancelled: -1,
}

function endText(stage: Withdrawal['stage'], reason: Withdrawal['reason']): string {
  if (stage === 'cancelled') return t`Canceled by you.`
  if (!reason) return t`Rejected.`
  // Operators write a sentence, with or without its period.
  return /[.!?…]$/.test(reason) ? t`Rejected: ${reason}` : t`Rejected: ${reason}.`
}

/** Requested, approved, sent, confirmed. Or why not, and that the money was returned. */
export function WithdrawalStages({ withdrawal }: { withdrawal: Withdrawal }) {
  const { stage, reason, hold_until: hold, transaction_hash: hash } = withdrawal
  const reached = REACHED[stage]
  if (reached < 0) {
    return (
      <p className="mt-2 text-sm text-soft">
        {endText(stage, reason)} <Trans>The whole amount is back in your wallet.</Trans>
      </p>
    )
  }
  return (
    <>
      <ol aria-label={t`Progress`} className="mt-3 grid max-w-md grid-cols-4 gap-1 text-xs">
        {STEPS.map((step, index) => (
          <li key={i18n._(step)} aria-current={index === reached ? 'step' : undefined}>
            <span
              aria-hidden="true"
              className={joinClasses(
                'block h-1 rounded-full forced-color-adjust-none',
                index <= reached ? 'bg-accent' : 'bg-line',
              )}
            />
            <span className={index <= reached ? 'mt-1 block' : 'mt-1 block text-faint'}>
              {i18n._(step)}
            </span>
          </li>
        ))}
      </ol>
      {stage === 'failed' && (
        <p className="mt-2 text-sm text-warn">
          <Trans>The payout didn’t go through. No money was lost, and we’ll try again.</Trans>
        </p>
      )}
      {(stage === 'pending' || stage === 'approved') && hold && (
        <p className="mt-2 text-sm text-soft">
          <Trans>On hold until {dateTimeText(hold)} because your security settings changed.</Trans>
        </p>
      )}
      {hash && <ExplorerLink hash={hash} />}
    </>
  )
}
