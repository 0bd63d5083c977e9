import { useQuery } from '@tanstack/react-query'
import type { CallAnswer } from '../../../contract/call.ts'
import { ErrorPanel } from '../../ui/notice.tsx'
import { PlanBadge } from '../../ui/plan/plan-mark.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { paths } from '../parts/console-paths.ts'
import { CellLink, Id, None, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Section } from '../parts/section.tsx'
import { howManyText } from '../parts/times-text.ts'
import { memberNetworkQuery } from './queries.ts'

type Network = CallAnswer<'getMemberNetwork'>

const COLUMNS: Column<Network['seats'][number]>[] = [
  { key: 'id', label: 'Seat', title: true, show: (row) => <Id text={row.profile_id} /> },
  { key: 'plan', label: 'Plan', show: (row) => <PlanBadge plan={row.plan} /> },
  {
    key: 'parent',
    label: 'Under',
    show: ({ parent }) => (parent ? `${parent.username} (${parent.profile_id})` : 'Root'),
  },
  { key: 'side', label: 'Side', show: (row) => row.side ?? <None /> },
  { key: 'depth', label: 'Depth', figures: true, show: (row) => row.depth },
  { key: 'board', label: 'Board', figures: true, show: (row) => `${row.filled} of 6` },
  { key: 'taken', label: 'Taken', show: (row) => <Time at={row.taken_at} /> },
]

/** The member's upline: sponsors up to the company, and the seat in each plan's tree. */
export function MemberNetwork({ id }: { id: string }) {
  const network = useQuery(memberNetworkQuery(id))
  if (network.isError) {
    return (
      <ErrorPanel
        error={network.error}
        title="We couldn’t load the network position"
        onRetry={() => void network.refetch()}
      />
    )
  }
  if (!network.data) return <SkeletonRows rows={4} label="Loading the network position" />
  const { sponsors, seats, referrals } = network.data
  return (
    <>
      <Section title="Sponsors" note={`${howManyText(referrals, 'member')} referred by this one`}>
        {sponsors.length === 0 ? (
          <p className="text-sm text-faint">No upline: this is the company account.</p>
        ) : (
          <ol className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
            {sponsors.map((sponsor, index) => (
              <li key={sponsor.id} className="flex items-center gap-2">
                {index > 0 && <span aria-hidden="true">→</span>}
                <CellLink to={paths.member(sponsor.id)}>{sponsor.username}</CellLink>
              </li>
            ))}
          </ol>
        )}
      </Section>
      <Section title="Seats" flush>
        {seats.length === 0 ? (
          <p className="px-4 py-5 text-sm text-faint">This member has no active profiles.</p>
        ) : (
          <DataTable label="Seats" columns={COLUMNS} rows={seats} keyOf={(row) => row.profile_id} />
        )}
      </Section>
    </>
  )
}
