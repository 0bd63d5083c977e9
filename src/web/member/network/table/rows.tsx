import { i18n } from '@lingui/core'
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table'
import type { CallAnswer } from '../../../../contract/call.ts'
import { ActiveBadge } from '../../../ui/badge.tsx'
import { PlanMark } from '../../../ui/plan/plan-mark.tsx'

type Row = CallAnswer<'listDownline'>['results'][number]
type RowsProps = { rows: Row[]; label: string; onOpen: (profileId: string) => void }

const features = tableFeatures({})
const helper = createColumnHelper<typeof features, Row>()
const columns = helper.columns([
  helper.accessor(({ user }) => user.username, { id: 'username' }),
  helper.accessor('profile_id', {}),
  helper.accessor(({ plan }) => plan.name, {
    id: 'plan',
    cell: (cell) => <PlanName plan={cell.getValue()} />,
  }),
  helper.accessor('active', {
    cell: (cell) => <ActiveBadge active={cell.getValue()} />,
  }),
  helper.accessor('level', {}),
  helper.accessor(({ side }) => (side === 'left' ? t`Left` : t`Right`), {
    id: 'side',
  }),
])

const HEADS: Record<string, MessageDescriptor> = {
  username: msg`Username`,
  profile_id: msg`Profile ID`,
  plan: msg`Plan`,
  active: msg`Status`,
  level: msg`Level`,
  side: msg`Leg`,
}

function headOf(column: string): string {
  const head = HEADS[column]
  return head ? i18n._(head) : ''
}

/** What a phone has no room for; the member's profile id tells the plan by its first letters. */
const WIDE_ONLY = new Set(['plan', 'active'])
const widthOf = (column: string) => (WIDE_ONLY.has(column) ? 'max-md:hidden' : '')

function PlanName({ plan }: { plan: string }) {
  return (
    <span className="flex items-center gap-2">
      <PlanMark plan={plan} className="size-4.5" />
      {plan}
    </span>
  )
}

/** The rows of one page. The name of each leads to its own tree. */
export function Rows({ rows, label, onOpen }: RowsProps) {
  const table = useTable({ features, columns, data: rows, getRowId: ({ id }) => id })
  return (
    <table aria-label={label} className="figures w-full text-left text-sm">
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id} className="border-b border-line text-faint">
            {group.headers.map((header) => (
              <th
                key={header.id}
                scope="col"
                className={`px-1.5 py-2 font-medium sm:px-3 ${widthOf(header.column.id)}`}
              >
                {headOf(header.column.id)}
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id} className="border-b border-line hover:bg-raised">
            {row.getAllCells().map((cell) => (
              <td
                key={cell.id}
                className={`h-11 px-1.5 whitespace-nowrap sm:px-3 ${widthOf(cell.column.id)}`}
              >
                {cell.column.id === 'username' ? (
                  <button
                    type="button"
                    aria-label={t`Show ${row.original.user.username} as the top`}
                    onClick={() => onOpen(row.original.profile_id)}
                    className={
                      'block min-h-11 max-w-20 truncate xs:max-w-36 text-left font-medium ' +
                      'underline-offset-4 hover:underline sm:max-w-64'
                    }
                  >
                    {row.original.user.username}
                  </button>
                ) : (
                  <table.FlexRender cell={cell} />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
