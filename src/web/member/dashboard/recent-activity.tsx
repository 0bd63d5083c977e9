import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CallAnswer } from '../../../contract/call.ts'
import { isOwnPath } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { usdText } from '../../ui/money-text.ts'
import { Empty } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { agoText, dateTimeText } from '../../ui/time-text.ts'
import { activityQuery } from '../queries.ts'

type Activity = CallAnswer<'recentActivity'>[number]

const ICONS: Record<Activity['type'], IconName> = {
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
  security: 'shield',
}

const FIRST_SHOWN = 8

/** The newest events. A failure to load them is no matter: the list is empty then. */
export function RecentActivity() {
  const { data, isPending } = useQuery(activityQuery)
  const [all, setAll] = useState(false)
  const items = data ?? []
  return (
    <Card label="Recent activity" className="p-5 sm:p-6">
      <h2 className="text-lg font-semibold">Recent Activity</h2>
      {isPending && <SkeletonRows rows={4} label="Loading recent activity…" />}
      {!isPending && items.length === 0 && (
        <Empty
          icon="clock"
          title="No activity yet"
          text="Deposits, places taken beneath you and what they paid are listed here."
        />
      )}
      <ul className="mt-2">
        {items.slice(0, all ? undefined : FIRST_SHOWN).map((item) => (
          <li key={item.id} className="border-t border-line first:border-0">
            <Row item={item} />
          </li>
        ))}
      </ul>
      {!all && items.length > FIRST_SHOWN && (
        <Button kind="quiet" size="small" wide onClick={() => setAll(true)}>
          Show all {items.length}
        </Button>
      )}
    </Card>
  )
}

function Row({ item }: { item: Activity }) {
  const body = (
    <>
      <Icon name={ICONS[item.type]} className="mt-0.5 size-5 shrink-0 text-faint" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{item.title}</span>
        <span className="block text-sm break-words text-soft">{item.detail}</span>
      </span>
      <span className="figures shrink-0 text-right">
        {item.amount && <span className="block font-semibold">{amountText(item)}</span>}
        <time
          dateTime={item.created_at}
          title={dateTimeText(item.created_at)}
          className="block text-sm text-faint"
        >
          {agoText(item.created_at)}
        </time>
      </span>
    </>
  )
  const classes = 'flex items-start gap-3 py-3'
  if (!item.link || !isOwnPath(item.link)) return <div className={classes}>{body}</div>
  return (
    <Link to={item.link} className={`${classes} -mx-2 rounded-md px-2 hover:bg-raised`}>
      {body}
    </Link>
  )
}

function amountText(item: Activity): string {
  const amount = item.amount ?? ''
  return item.asset === null || item.asset === 'USD' ? usdText(amount) : `${amount} ${item.asset}`
}
