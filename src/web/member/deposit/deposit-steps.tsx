import type { Deposit } from './queries.ts'
import { t } from '@lingui/core/macro'
import { Icon } from '../../ui/icon.tsx'
import { joinClasses } from '../../ui/format/join-classes.ts'
const REACHED: Record<Deposit['stage'], number> = {
  awaiting_payment: 0,
  expired: 0,
  replaced: 0,
  mismatch: 1,
  seen: 1,
  confirming: 2,
  credited: 4,
}

const countOf = ({ confirmations, required }: Deposit) =>
  t`${Math.min(confirmations, required)} of ${required}`

/** Payment, detected, n of 19, credited: how far the payment has come. */
export function DepositSteps({ deposit }: { deposit: Deposit }) {
  const reached = REACHED[deposit.stage]
  const counted = reached === 2 ? countOf(deposit) : t`Confirming`
  const steps = [t`Payment`, t`Detected`, counted, t`Credited`]
  return (
    <ol className="figures grid grid-cols-4 gap-1" aria-label={t`Progress`}>
      {steps.map((step, index) => {
        const done = index < reached
        const current = index === reached
        return (
          <li key={index} aria-current={current ? 'step' : undefined} className="group">
            <span
              aria-hidden="true"
              className={joinClasses(
                'block h-1 rounded-full forced-color-adjust-none',
                done ? 'bg-accent' : current ? 'animate-pulse-soft bg-accent/60' : 'bg-line',
              )}
            />
            <span
              className={joinClasses(
                'mt-2 flex items-center gap-1 text-xs sm:text-sm',
                // In the longest language, the four just fit a phone.
                'max-sm:group-last:justify-end',
                done || current ? 'font-medium text-ink' : 'text-faint',
              )}
            >
              {done && <Icon name="check" className="size-4 shrink-0 text-accent max-sm:hidden" />}
              {step}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
