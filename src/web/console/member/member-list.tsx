import { t } from '@lingui/core/macro'
import { memberStates } from '../../../contract/fields/states.ts'
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
    label: t`Member`,
    title: true,
    show: (row) => row.username,
    sort: 'username',
    rising: true,
  },
  { key: 'email', label: t`Email`, show: (row) => row.email },
  {
    key: 'sponsor',
    label: t`Sponsor`,
    className: 'whitespace-nowrap',
    show: (row) => row.sponsor ?? 'Twofold',
  },
  {
    key: 'balance',
    label: t`Wallet`,
    figures: true,
    sort: 'balance',
    show: (row) => usdText(row.wallet_balance),
  },
  { key: 'joined', label: t`Joined`, show: (row) => <Time at={row.date_joined} /> },
  { key: 'state', label: t`State`, show: (row) => <State code={stateOf(row)} /> },
]

const FILTERS: Filter[] = [
  {
    key: 'search',
    label: t`Search`,
    kind: 'text',
    placeholder: t`Name, email, profile, address…`,
  },
  {
    key: 'status',
    label: t`State`,
    kind: 'choice',
    choices: choicesOf(memberStates),
  },
]

export function MemberList() {
  return (
    <ListPage
      name="listMembers"
      title={t`Members`}
      intro={t`Search by name, email, phone, profile ID, address, transaction, or member number.`}
      columns={COLUMNS}
      filters={FILTERS}
      keyOf={(row) => row.id}
      linkOf={(row) => paths.member(row.id)}
      empty={t`No members match.`}
    />
  )
}
