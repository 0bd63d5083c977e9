import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../client/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Spot } from '../../ui/spot/spot.tsx'
import { ActivityRow, AGE_STEP_MS } from '../activity/activity-row.tsx'
import { useSeen } from '../activity/use-seen.ts'
import { activityQuery } from '../activity/queries.ts'
import { useNow } from '../../client/use-now.ts'

const SHOWN = 8

/** The newest events. If they fail to load, no toast tells about it. */
export function RecentActivity({ userId }: { userId: string | undefined }) {
  const { data, isPending, isFetching, refetch } = useQuery(activityQuery)
  return (
    <Card label={t`Recent activity`} className="p-5 sm:p-6">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-lg font-semibold">
          <Trans>Recent Activity</Trans>
        </h2>
        <Link
          to={paths.activity()}
          className={
            'inline-flex min-h-9 items-center text-sm text-soft underline underline-offset-4 ' +
            'hover:text-ink pointer-coarse:min-h-11'
          }
        >
          <Trans>All activity</Trans>
        </Link>
      </div>
      <Spot name="recent-activity" waiting={isPending || !userId}>
        {isPending && <SkeletonRows rows={6} label={t`Loading recent activity…`} />}
        {!isPending && !data && (
          <Empty icon="clock" title={t`Failed to load activity`}>
            <Button size="small" icon="refresh" pending={isFetching} onClick={() => void refetch()}>
              <Trans>Try again</Trans>
            </Button>
          </Empty>
        )}
        {data?.length === 0 && (
          <Empty
            icon="clock"
            title={t`No activity yet`}
            text={t`Your deposits, new members, and rewards will appear here.`}
          />
        )}
        {userId && data && data.length > 0 && <Rows userId={userId} items={data} />}
      </Spot>
    </Card>
  )
}

type RowsProps = { userId: string; items: Parameters<typeof ActivityRow>[0]['item'][] }

function Rows({ userId, items }: RowsProps) {
  const { isNew } = useSeen(userId)
  const nowMs = useNow(AGE_STEP_MS)
  return (
    <ul className="mt-2">
      {items.slice(0, SHOWN).map((item) => (
        <li key={item.id} className="border-t border-line first:border-0">
          <ActivityRow item={item} isNew={isNew(item.created_at)} nowMs={nowMs} />
        </li>
      ))}
    </ul>
  )
}
