import { t } from '@lingui/core/macro'
import type { CallAnswer } from '../../../../contract/call.ts'
import { ActiveBadge } from '../../../ui/badge.tsx'
import { dateText } from '../../../ui/format/time-text.ts'
import type { Column } from '../../../ui/table/column.ts'
import { SortChoice } from '../../../ui/table/sort-choice.tsx'
import { SortHead, sortingOf } from '../../../ui/table/sort-head.tsx'
import { Table } from '../../../ui/table/table.tsx'
import type { ListOrder } from '../queries.ts'

type Row = CallAnswer<'listDownline'>['results'][number]
type RowsProps = {
  rows: Row[]
  label: string
  onOpen: (profileId: string) => void
  sorted: ListOrder | null
  onSort: (sort: ListOrder | null) => void
}

const ORDERS: readonly ListOrder[] = ['newest', 'team', 'username']
const orderOf = (sort: string | null) => ORDERS.find((order) => order === sort) ?? null

// What a phone has no room for. All members of a tree are on its plan.
const WIDE_ONLY = 'max-md:hidden'
// Next to the other cards, there is less room again.
const WIDEST_ONLY = `${WIDE_ONLY} lg:max-xl:hidden`

const columnsOf = (onOpen: RowsProps['onOpen']): Column<Row>[] => [
  {
    key: 'username',
    label: t`Username`,
    sort: 'username',
    rising: true,
    // It has two lines in other languages, where a phone has no room for one.
    className: 'max-md:whitespace-normal!',
    show: (row) => <NameButton row={row} onOpen={onOpen} />,
  },
  { key: 'id', label: t`Profile ID`, show: ({ profile_id: id }) => id },
  {
    key: 'status',
    label: t`Status`,
    className: WIDEST_ONLY,
    show: ({ active }) => <ActiveBadge active={active} />,
  },
  {
    key: 'joined',
    label: t`Joined`,
    sort: 'newest',
    className: WIDE_ONLY,
    show: ({ activated_at: at }) => at && dateText(at),
  },
  {
    key: 'team',
    label: t`Team`,
    sort: 'team',
    figures: true,
    className: WIDE_ONLY,
    show: ({ team }) => team,
  },
  { key: 'level', label: t`Level`, figures: true, show: ({ level }) => level },
  { key: 'leg', label: t`Leg`, show: ({ side }) => (side === 'left' ? t`Left` : t`Right`) },
]

/** The rows of one page. The name of each leads to its own tree. */
export function Rows({ rows, label, onOpen, sorted, onSort }: RowsProps) {
  const sorting = sortingOf(sorted, (sort) => onSort(orderOf(sort)))
  const columns = columnsOf(onOpen)
  return (
    <>
      <SortChoice
        columns={columns}
        sorting={sorting}
        unsorted={t`Level`}
        className="mb-2 md:hidden"
      />
      <Table
        look="roomy"
        label={label}
        columns={columns}
        rows={rows}
        keyOf={(row) => row.id}
        renderHead={(column) => <SortHead column={column} sorting={sorting} />}
        sortOf={sorting.sortOf}
      />
    </>
  )
}

function NameButton({ row, onOpen }: { row: Row } & Pick<RowsProps, 'onOpen'>) {
  const { username } = row.user
  return (
    <button
      type="button"
      aria-label={t`Show ${username} as the top`}
      onClick={() => onOpen(row.profile_id)}
      className={
        'block min-h-11 max-w-20 whitespace-normal wrap-anywhere xs:max-w-36 text-start ' +
        'font-medium underline-offset-4 hover:underline sm:max-w-64'
      }
    >
      {username}
    </button>
  )
}
