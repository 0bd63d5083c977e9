import type { Activity, ActivityType } from './queries.ts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { localize } from '../../client/api-error.ts'
import { isOwnPath } from '../../client/paths.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { agoText, dateTimeText, timeText } from '../../ui/format/time-text.ts'
import { ExplainButton } from '../explain/explain-button.tsx'
import { noBreakIds } from '../../ui/format/no-break-ids.tsx'
import { amountText } from '../../ui/format/coin-text.ts'
/** How often the ages in an event list are updated. */
export const AGE_STEP_MS = 10_000

const ICONS: Record<ActivityType, IconName> = {
  joined: 'user',
  referral_joined: 'people',
  deposit_seen: 'clock',
  deposit_credited: 'deposit',
  profile_activated: 'check',
  reward_level1: 'plus',
  reward_level2: 'plus',
  sponsor_bonus: 'plus',
  board_completed: 'tree',
  upgraded: 'plan',
  reentered: 'refresh',
  withdrawal_requested: 'withdraw',
  withdrawal_sent: 'withdraw',
  withdrawal_rejected: 'close',
  withdrawal_cancelled: 'close',
  adjustment: 'edit',
  security: 'shield',
}

const REWARDS: readonly ActivityType[] = ['reward_level1', 'reward_level2', 'sponsor_bonus']

/** The profile whose activation paid a reward: the one that the row's link leads to. */
function payerOf({ type, link }: Activity): string | null {
  if (!REWARDS.includes(type) || !link) return null
  return new URL(link, window.location.origin).searchParams.get('profile')
}

type ActivityRowProps = {
  item: Activity
  isNew: boolean
  /**
   * One clock for the whole list, because ages read at different times could contradict its order.
   * Without one, the row shows the time of day, and the list the day.
   */
  nowMs?: number
}

/** One event. It links to its subject, and a reward's amount explains its source. */
export function ActivityRow({ item, isNew, nowMs }: ActivityRowProps) {
  const link = item.link !== null && isOwnPath(item.link) ? item.link : null
  const title = localize(item.title, item.title_text)
  return (
    <div className="relative -mx-2 flex items-start gap-3 rounded-md px-2 py-3 hover:bg-raised">
      <Icon name={ICONS[item.type]} className="mt-0.5 size-5 shrink-0 text-faint" />
      <div className="grid min-w-0 flex-1 grid-cols-[1fr_auto] gap-x-4">
        <p className="font-medium">
          {link ? (
            // The link covers the whole row, with the amount's own button on top.
            <Link to={link} className="after:absolute after:inset-0 after:rounded-md">
              {title}
            </Link>
          ) : (
            title
          )}
          {isNew && (
            <span className="ms-2 text-xs font-semibold tracking-wide text-accent uppercase">
              <Trans>New</Trans>
            </span>
          )}
        </p>
        <div className="figures text-end">{item.amount && <Amount item={item} />}</div>
        <p className="text-sm wrap-anywhere text-soft max-sm:col-span-2">
          {noBreakIds(localize(item.detail, item.text))}
        </p>
        <time
          dateTime={item.created_at}
          title={dateTimeText(item.created_at)}
          className="figures text-sm text-faint max-sm:col-span-2 sm:text-end"
        >
          {nowMs === undefined ? timeText(item.created_at) : agoText(item.created_at, nowMs)}
        </time>
      </div>
    </div>
  )
}

function Amount({ item }: { item: Activity }) {
  const text = amountText(item.amount ?? '', item.asset)
  const payer = payerOf(item)
  if (payer === null) return <span className="block font-semibold">{text}</span>
  return (
    <span className="relative block">
      <ExplainButton profileId={payer} label={t`${text}: where this comes from`}>
        {text}
      </ExplainButton>
    </span>
  )
}
