import { t } from '@lingui/core/macro'
import { withdrawalStages } from '../../../contract/fields/states.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { paths } from '../parts/console-paths.ts'
import { Short, State } from '../parts/list/cells.tsx'
import { MEMBER, REQUEST } from '../parts/list/shared-columns.tsx'
import type { Column } from '../../ui/table/column.ts'
import { choicesOf, type Filter } from '../parts/list/filter.ts'
import { ListPage } from '../parts/list/list-page.tsx'
import type { RowOf } from '../parts/list/list-name.ts'

const COLUMNS: Column<RowOf<'operatorListWithdrawals'>>[] = [
  { key: 'id', label: t`No.`, show: (row) => t`Withdrawal ${row.id}`, title: true },
  MEMBER,
  { key: 'amount', label: t`Amount`, figures: true, show: (row) => usdText(row.amount) },
  { key: 'fee', label: t`Fee`, figures: true, show: (row) => usdText(row.fee_amount) },
  { key: 'stage', label: t`Stage`, show: (row) => <State code={row.stage} /> },
  {
    key: 'address',
    label: t({ message: 'To', context: 'address' }),
    show: (row) => <Short text={row.wallet_address} />,
  },
  ...REQUEST,
]

const FILTERS: Filter[] = [
  { key: 'search', label: t`Search`, kind: 'text', placeholder: t`Member, address, transaction` },
  { key: 'status', label: t`Stage`, kind: 'choice', choices: choicesOf(withdrawalStages) },
]

export function WithdrawalList() {
  return (
    <ListPage
      name="operatorListWithdrawals"
      title={t`Withdrawals`}
      columns={COLUMNS}
      filters={FILTERS}
      keyOf={(row) => row.id}
      linkOf={(row) => paths.withdrawal(row.id)}
      empty={t`No withdrawals match.`}
    />
  )
}
