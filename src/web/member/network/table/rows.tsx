import { t } from '@lingui/core/macro'
import type { CallAnswer } from '../../../../contract/call.ts'
import { ActiveBadge } from '../../../ui/badge.tsx'
import { PlanMark } from '../../../ui/plan/plan-mark.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { Table } from '../../../ui/table/table.tsx'

type Row = CallAnswer<'listDownline'>['results'][number]
type RowsProps = { rows: Row[]; label: string; onOpen: (profileId: string) => void }

// What a phone has no room for; a profile ID tells the plan by its first letters.
const WIDE_ONLY = 'max-md:hidden'

const columnsOf = (onOpen: RowsProps['onOpen']): Column<Row>[] => [
  {
    key: 'username',
    label: t`Username`,
    show: (row) => <NameButton row={row} onOpen={onOpen} />,
  },
  { key: 'id', label: t`Profile ID`, show: ({ profile_id: id }) => id },
  {
    key: 'plan',
    label: t`Plan`,
    className: WIDE_ONLY,
    show: ({ plan }) => <PlanName plan={plan.name} />,
  },
  {
    key: 'status',
    label: t`Status`,
    className: WIDE_ONLY,
    show: ({ active }) => <ActiveBadge active={active} />,
  },
  { key: 'level', label: t`Level`, show: ({ level }) => level },
  { key: 'leg', label: t`Leg`, show: ({ side }) => (side === 'left' ? t`Left` : t`Right`) },
]

function PlanName({ plan }: { plan: string }) {
  return (
    <span className="flex items-center gap-2">
      <PlanMark plan={plan} className="size-4.5" />
      {plan}
    </span>
  )
}

/** The rows of one page. The name of each leads to its own tree. */
export const Rows = ({ rows, label, onOpen }: RowsProps) => (
  <Table
    look="roomy"
    label={label}
    columns={columnsOf(onOpen)}
    rows={rows}
    keyOf={(row) => row.id}
  />
)

function NameButton({ row, onOpen }: { row: Row } & Pick<RowsProps, 'onOpen'>) {
  const { username } = row.user
  return (
    <button
      type="button"
      aria-label={t`Show ${username} as the top`}
      onClick={() => onOpen(row.profile_id)}
      className={
        'block min-h-11 max-w-20 truncate xs:max-w-36 text-left font-medium ' +
        'underline-offset-4 hover:underline sm:max-w-64'
      }
    >
      {username}
    </button>
  )
}
