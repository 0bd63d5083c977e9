import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CallAnswer } from '../../../contract/call.ts'
import { PlanBadge } from '../../ui/plan/plan-mark.tsx'
import { Loaded } from '../../ui/table/loaded.tsx'
import { paths } from '../parts/console-paths.ts'
import { CellLink, Id, None, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { wordsOf } from '../parts/list/filter.ts'
import { Section } from '../parts/section.tsx'
import { memberNetworkQuery } from './queries.ts'

type Network = CallAnswer<'getMemberNetwork'>

const COLUMNS: Column<Network['seats'][number]>[] = [
  { key: 'id', label: t`Seat`, title: true, show: (row) => <Id text={row.profile_id} /> },
  { key: 'plan', label: t`Plan`, show: (row) => <PlanBadge plan={row.plan} /> },
  {
    key: 'parent',
    label: t`Under`,
    show: ({ parent }) => (parent ? `${parent.username} (${parent.profile_id})` : t`Root`),
  },
  { key: 'side', label: t`Side`, show: (row) => (row.side ? wordsOf(row.side) : <None />) },
  { key: 'depth', label: t`Depth`, figures: true, show: (row) => row.depth },
  { key: 'board', label: t`Board`, figures: true, show: (row) => t`${row.filled} of 6` },
  { key: 'taken', label: t`Taken`, show: (row) => <Time at={row.taken_at} /> },
]

/** The member's upline: sponsors up to the company, and the seat in each plan's tree. */
export function MemberNetwork({ id }: { id: string }) {
  const network = useQuery(memberNetworkQuery(id))
  return (
    <Loaded
      query={network}
      loading={t`Loading the network position`}
      failed={t`We couldn’t load the network position`}
      lines={4}
    >
      {(data) => <Upline network={data} />}
    </Loaded>
  )
}

function Upline({ network: { sponsors, seats, referrals } }: { network: Network }) {
  return (
    <>
      <Section
        title={t`Sponsors`}
        note={plural(referrals, { one: '# referral', other: '# referrals' })}
      >
        {sponsors.length === 0 ? (
          <p className="text-sm text-faint">
            <Trans>No upline: this is the company account.</Trans>
          </p>
        ) : (
          <ol className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
            {sponsors.map((sponsor, index) => (
              <li key={sponsor.id} className="flex items-center gap-2">
                {index > 0 && <span aria-hidden="true">›</span>}
                <CellLink to={paths.member(sponsor.id)}>{sponsor.username}</CellLink>
              </li>
            ))}
          </ol>
        )}
      </Section>
      <Section title={t`Seats`} flush>
        {seats.length === 0 ? (
          <p className="px-4 py-5 text-sm text-faint">
            <Trans>This member has no active profiles.</Trans>
          </p>
        ) : (
          <DataTable
            label={t`Seats`}
            columns={COLUMNS}
            rows={seats}
            keyOf={(row) => row.profile_id}
          />
        )}
      </Section>
    </>
  )
}
