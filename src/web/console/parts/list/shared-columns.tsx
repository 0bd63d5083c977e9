import { t } from '@lingui/core/macro'
import type { Column } from '../../../ui/table/column.ts'
import { coinText } from '../../../ui/format/coin-text.ts'
import { worthText } from '../worth-text.ts'
import { None, Short, Time } from './cells.tsx'

/** What coins are worth in dollars. */
export const WORTH: Column<{ value_usd: string | null }> = {
  key: 'value',
  label: t`Worth`,
  figures: true,
  show: (row) => (row.value_usd === null ? <None /> : worthText(row.value_usd)),
}

/** An amount of coins. */
export const COINS: Column<{ amount: string; asset: string }> = {
  key: 'amount',
  label: t`Amount`,
  figures: true,
  show: (row) => coinText(row.amount, row.asset),
}

/** Whose it is. A name may have hyphens, and keeps its line. */
export const MEMBER: Column<{ username: string }> = {
  key: 'username',
  label: t`Member`,
  className: 'whitespace-nowrap',
  show: (row) => row.username,
}

/** When a member requested it, and the transaction that paid it. */
export const REQUEST: Column<{ request_date: string; transaction_hash: string | null }>[] = [
  { key: 'requested', label: t`Requested`, show: (row) => <Time at={row.request_date} /> },
  {
    key: 'transaction',
    label: t`Transaction`,
    has: (row) => row.transaction_hash !== null,
    show: (row) => <Short text={row.transaction_hash} />,
  },
]
