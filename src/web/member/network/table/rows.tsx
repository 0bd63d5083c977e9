import { i18n } from '@lingui/core'
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import type { CallAnswer } from '../../../../contract/call.ts'
import { ActiveBadge } from '../../../ui/badge.tsx'
import { joinClasses } from '../../../ui/format/join-classes.ts'
import { PlanMark } from '../../../ui/plan/plan-mark.tsx'

type Row = CallAnswer<'listDownline'>['results'][number]
type RowsProps = { rows: Row[]; label: string; onOpen: (profileId: string) => void }

type Column = {
  head: MessageDescriptor
  show: (row: Row) => ReactNode
  /** What a phone has no room for; a profile ID tells the plan by its first letters. */
  wideOnly?: true
}

const COLUMNS: Column[] = [
  { head: msg`Profile ID`, show: ({ profile_id: id }) => id },
  { head: msg`Plan`, show: ({ plan }) => <PlanName plan={plan.name} />, wideOnly: true },
  { head: msg`Status`, show: ({ active }) => <ActiveBadge active={active} />, wideOnly: true },
  { head: msg`Level`, show: ({ level }) => level },
  { head: msg`Leg`, show: ({ side }) => (side === 'left' ? t`Left` : t`Right`) },
]

const HEAD = 'px-1.5 py-2 font-medium sm:px-3'
const CELL = 'h-11 px-1.5 whitespace-nowrap sm:px-3'
const widthOf = ({ wideOnly }: Column) => (wideOnly ? 'max-md:hidden' : '')

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
  return (
    <table aria-label={label} className="figures w-full text-left text-sm">
      <thead>
        <tr className="border-b border-line text-faint">
          <th scope="col" className={HEAD}>{t`Username`}</th>
          {COLUMNS.map((column) => (
            <th key={column.head.id} scope="col" className={joinClasses(HEAD, widthOf(column))}>
              {i18n._(column.head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className="border-b border-line hover:bg-raised">
            <td className={CELL}>
              <NameButton row={row} onOpen={onOpen} />
            </td>
            {COLUMNS.map((column) => (
              <td key={column.head.id} className={joinClasses(CELL, widthOf(column))}>
                {column.show(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
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
        'block min-h-11 max-w-20 truncate xs:max-w-36 text-left font-medium ' +
        'underline-offset-4 hover:underline sm:max-w-64'
      }
    >
      {username}
    </button>
  )
}
