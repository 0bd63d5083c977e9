import { t } from '@lingui/core/macro'
import { endedTransactionStates } from '../../../contract/fields/states.ts'
import { paths } from '../parts/console-paths.ts'
import { payoutState, Short, State, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { choicesOf, type Filter } from '../parts/list/filter.ts'
import { ListPage } from '../parts/list/list-page.tsx'
import type { RowOf } from '../parts/list/list-name.ts'
import { COINS, MEMBER } from '../parts/list/shared-columns.tsx'

const COLUMNS: Column<RowOf<'listPayouts'>>[] = [
  { key: 'id', label: t`No.`, title: true, show: (row) => t`Payout ${row.id}` },
  MEMBER,
  { key: 'withdrawal', label: t`Withdrawal`, figures: true, show: (row) => row.withdrawal },
  COINS,
  { key: 'state', label: t`State`, show: (row) => <State code={payoutState(row.state)} /> },
  {
    key: 'to',
    label: t({ message: 'To', context: 'address' }),
    show: (row) => <Short text={row.to_address} />,
  },
  { key: 'hash', label: t`Transaction`, show: (row) => <Short text={row.transaction_hash} /> },
  { key: 'made', label: t`Signed`, show: (row) => <Time at={row.created_at} /> },
]

const FILTERS: Filter[] = [
  { key: 'search', label: t`Search`, kind: 'text', placeholder: t`Member, address, transaction` },
  {
    key: 'state',
    label: t`State`,
    kind: 'choice',
    choices: [{ value: 'stored', label: t`Sent` }, ...choicesOf(endedTransactionStates)],
  },
]

export const PayoutList = () => (
  <ListPage
    name="listPayouts"
    title={t`Payouts`}
    intro={t`Every signed payment. We store its bytes before sending them.`}
    columns={COLUMNS}
    filters={FILTERS}
    keyOf={(row) => row.id}
    linkOf={(row) => paths.payout(row.id)}
    empty={t`No payouts match.`}
  />
)
