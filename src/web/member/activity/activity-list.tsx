import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { paths } from '../../client/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { switchOff } from '../../ui/focus/switch-off.ts'
import { Empty, ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { activityPageQuery, type Activity } from './queries.ts'
import { dateText } from '../../ui/format/time-text.ts'
import { ActivityRow } from './activity-row.tsx'
import type { ActivityFilter } from './use-activity-filter.ts'
import { useSeen } from './use-seen.ts'

const PAGE_SIZE = 25

const byDay = (items: readonly Activity[]) =>
  Map.groupBy(items, ({ created_at: at }) => dateText(at))

type ActivityListProps = { userId: string; filter: ActivityFilter }

export function ActivityList({ userId, filter }: ActivityListProps) {
  const seen = useSeen(userId)
  const { query, page, isFiltered } = filter
  const input = { ...query, page: String(page), page_size: String(PAGE_SIZE) }
  const { data, error, refetch, isPlaceholderData } = useQuery(activityPageQuery(input))
  const newest = page === 1 && !isFiltered && !isPlaceholderData ? data?.results[0] : undefined
  const newestAt = newest?.created_at
  const { markSeen } = seen
  useEffect(() => {
    if (newestAt) markSeen(newestAt)
  }, [newestAt, markSeen])
  if (!data && error) {
    return (
      <ErrorPanel error={error} title={t`Failed to load activity`} onRetry={() => void refetch()} />
    )
  }
  if (!data) return <SkeletonRows rows={8} label={t`Loading activity…`} />
  if (data.count === 0) return <Nothing filter={filter} />
  const last = Math.ceil(data.count / PAGE_SIZE)
  return (
    <>
      <div
        aria-busy={isPlaceholderData}
        className={
          'mt-5 grid gap-4 border-t border-line pt-4 transition-opacity delay-150 ' +
          'aria-busy:opacity-50'
        }
      >
        {[...byDay(data.results)].map(([day, items]) => (
          <section key={day} aria-label={day}>
            <h2 className="text-sm font-medium text-faint">{day}</h2>
            <ul>
              {items.map((item) => (
                <li key={item.id} className="border-t border-line first:border-0">
                  <ActivityRow item={item} isNew={seen.isNew(item.created_at)} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {(last > 1 || page > 1) && <Pages page={page} last={last} goTo={filter.goTo} />}
    </>
  )
}

type PagesProps = { page: number; last: number; goTo: (page: number) => void }

function Pages({ page, last, goTo }: PagesProps) {
  return (
    <nav
      aria-label={t`Pages`}
      className={
        'figures mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 ' +
        'border-t border-line pt-4'
      }
    >
      <Button size="small" onClick={() => goTo(page - 1)} {...switchOff(page <= 1)}>
        <Trans>Newer</Trans>
      </Button>
      <span className="text-sm text-soft max-sm:order-first max-sm:w-full">
        <Trans>
          Page {page} of {last}
        </Trans>
      </span>
      <Button size="small" onClick={() => goTo(page + 1)} {...switchOff(page >= last)}>
        <Trans>Older</Trans>
      </Button>
    </nav>
  )
}

function Nothing({ filter }: { filter: ActivityFilter }) {
  if (filter.isFiltered) {
    return (
      <Empty icon="search" title={t`Nothing found`} text={t`No activity in this period.`}>
        <Button size="small" onClick={filter.clear}>
          <Trans>Show everything</Trans>
        </Button>
      </Empty>
    )
  }
  return (
    <Empty
      icon="clock"
      title={t`No activity yet`}
      text={t`Your deposits, new members, and rewards will appear here.`}
    >
      <ButtonLink size="small" icon="deposit" to={paths.dashboard({ deposit: 'new' })}>
        <Trans>Deposit Funds</Trans>
      </ButtonLink>
    </Empty>
  )
}
