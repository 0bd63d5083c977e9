import type { Column } from '../../../ui/table/column.ts'
import { worthText } from '../worth-text.ts'
import { None, Short, Time } from './cells.tsx'

/** What coins are worth in dollars. */
export const WORTH: Column<{ value_usd: string | null }> = {
  key: 'value',
  label: 'Worth',
  figures: true,
  show: (row) => (row.value_usd === null ? <None /> : worthText(row.value_usd)),
}

/** When a member asked for it, and the transaction that paid it. */
export const REQUEST: Column<{ request_date: string; transaction_hash: string | null }>[] = [
  { key: 'requested', label: 'Requested', show: (row) => <Time at={row.request_date} /> },
  {
    key: 'transaction',
    label: 'Transaction',
    show: (row) => <Short text={row.transaction_hash} />,
  },
]
