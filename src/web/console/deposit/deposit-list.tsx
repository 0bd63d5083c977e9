import { t } from '@lingui/core/macro'
import { depositStages } from '../../../contract/fields/states.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { State } from '../parts/list/cells.tsx'
import { MEMBER, REQUEST } from '../parts/list/shared-columns.tsx'
import type { Column } from '../../ui/table/column.ts'
import { choicesOf, type Filter } from '../parts/list/filter.ts'
import { ListPage } from '../parts/list/list-page.tsx'
import type { RowOf } from '../parts/list/list-name.ts'
import { coinText } from '../../ui/format/coin-text.ts'

const COLUMNS: Column<RowOf<'operatorListDeposits'>>[] = [
  { key: 'id', label: t`Request`, show: (row) => row.request_id, title: true },
  MEMBER,
  { key: 'amount', label: t`Amount`, figures: true, show: (row) => usdText(row.amount) },
  { key: 'fee', label: t`Fee`, figures: true, show: (row) => usdText(row.fee_amount) },
  {
    key: 'coins',
    label: t`To be paid`,
    figures: true,
    show: (row) => coinText(row.crypto_amount, row.cryptocurrency),
  },
  { key: 'stage', label: t`Stage`, show: (row) => <State code={row.stage} /> },
  ...REQUEST,
]

const FILTERS: Filter[] = [
  { key: 'search', label: t`Search`, kind: 'text', placeholder: t`Member, request, transaction` },
  { key: 'status', label: t`Stage`, kind: 'choice', choices: choicesOf(depositStages) },
]

export function DepositList() {
  return (
    <ListPage
      name="operatorListDeposits"
      title={t`Deposits`}
      columns={COLUMNS}
      filters={FILTERS}
      keyOf={(row) => row.id}
      empty={t`No deposit requests match.`}
    />
  )
}
