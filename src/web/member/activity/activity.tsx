import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Card, PAGE, PageHead } from '../../ui/card.tsx'
import { useMe } from '../me/queries.ts'
import { ActivityFilters } from './activity-filters.tsx'
import { useActivityFilter } from './use-activity-filter.ts'
import { ActivityList } from './activity-list.tsx'

export const meta = () => [{ title: t`Activity · Twofold` }]

export default function ActivityPage() {
  const { data: user } = useMe()
  const filter = useActivityFilter()
  return (
    <div className={PAGE}>
      <PageHead
        title={t`Activity`}
        intro={
          <Trans>
            Everything that happened in your account, newest first. Select a line for details.
          </Trans>
        }
      />
      <Card label={t`Activity`} className="mt-8 p-5 sm:p-6">
        <ActivityFilters filter={filter} />
        {user && <ActivityList userId={user.id} filter={filter} />}
      </Card>
    </div>
  )
}
