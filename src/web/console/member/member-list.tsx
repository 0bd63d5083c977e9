import { usdText } from '../../ui/format/money-text.ts'
import { State, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { choicesOf, type Filter } from '../parts/list/filter.ts'
import { ListPage } from '../parts/list/list-page.tsx'
import type { RowOf } from '../parts/list/list-name.ts'
import { paths } from '../parts/console-paths.ts'

type Member = RowOf<'listMembers'>

const stateOf = ({ is_active: active }: Member) => (active ? 'active' : 'suspended')

const COLUMNS: Column<Member>[] = [
  {
    key: 'username',
    label: 'Member',
    title: true,
    show: (row) => row.username,
    sort: 'username',
    rising: true,
  },
  { key: 'email', label: 'Email', show: (row) => row.email },
  { key: 'sponsor', label: 'Sponsor', show: (row) => row.sponsor ?? 'Twofold' },
  {
    key: 'balance',
    label: 'Wallet',
    figures: true,
    sort: 'balance',
    show: (row) => usdText(row.wallet_balance),
  },
  { key: 'joined', label: 'Joined', show: (row) => <Time at={row.date_joined} /> },
  { key: 'state', label: 'State', show: (row) => <State code={stateOf(row)} /> },
]

const FILTERS: Filter[] = [
  {
    key: 'search',
    label: 'Search',
    kind: 'text',
    placeholder: 'Name, email, profile, address…',
  },
  {
    key: 'status',
    label: 'State',
    kind: 'choice',
    choices: choicesOf(['active', 'suspended']),
  },
]

export function MemberList() {
  return (
    <ListPage
      name="listMembers"
      title="Members"
      intro={
        'Search by username, email, phone, profile id, wallet or deposit address, transaction id ' +
        'or member number.'
      }
      columns={COLUMNS}
      filters={FILTERS}
      keyOf={(row) => row.id}
      linkOf={(row) => paths.member(row.id)}
      empty="No members match."
    />
  )
}
