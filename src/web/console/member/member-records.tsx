import { t } from '@lingui/core/macro'
import { localize } from '../../client/api-error.ts'
import { paths } from '../parts/console-paths.ts'
import { None, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { wordsOf } from '../parts/list/filter.ts'
import type { RowOf } from '../parts/list/list-name.ts'
import { signed } from '../ledger/postings.tsx'
import { SubList } from '../parts/list/sub-list.tsx'
import { amountText } from '../../ui/format/coin-text.ts'
import { noBreakIds } from '../../ui/format/no-break-ids.tsx'
import { usdText } from '../../ui/format/money-text.ts'

const POSTINGS: Column<RowOf<'listMemberPostings'>>[] = [
  { key: 'journal', label: t`Journal`, title: true, show: (row) => t`Journal ${row.journal}` },
  { key: 'kind', label: t`Kind`, show: (row) => wordsOf(row.kind) },
  { key: 'purpose', label: t`For`, show: (row) => wordsOf(row.purpose) },
  { key: 'account', label: t`Account`, show: (row) => wordsOf(row.account) },
  { key: 'amount', label: t`Amount`, figures: true, show: (row) => signed(row.amount, 'USD') },
  { key: 'after', label: t`After`, figures: true, show: (row) => usdText(row.balance_after) },
  { key: 'at', label: t`Time`, show: (row) => <Time at={row.at} /> },
]

export const MemberPostings = ({ id }: { id: string }) => (
  <SubList
    name="listMemberPostings"
    input={{ params: { id } }}
    title={t`Postings`}
    columns={POSTINGS}
    keyOf={(row) => row.id}
    linkOf={(row) => paths.journal(row.journal)}
    empty={t`No ledger entries for this member.`}
  />
)

const ACTIVITY: Column<RowOf<'listMemberActivity'>>[] = [
  {
    key: 'title',
    label: t`Event`,
    title: true,
    show: (row) => localize(row.title, row.title_text),
  },
  {
    key: 'detail',
    label: t`Detail`,
    text: true,
    show: (row) => noBreakIds(localize(row.detail, row.text)),
  },
  {
    key: 'amount',
    label: t`Amount`,
    figures: true,
    has: (row) => Boolean(row.amount),
    show: (row) => (row.amount ? amountText(row.amount, row.asset) : <None />),
  },
  {
    key: 'about',
    label: t`About`,
    className: 'whitespace-nowrap',
    show: ({ about }) => `${wordsOf(about.kind)} ${about.id}`,
  },
  { key: 'at', label: t`Time`, show: (row) => <Time at={row.created_at} /> },
]

export const MemberActivity = ({ id }: { id: string }) => (
  <SubList
    name="listMemberActivity"
    input={{ params: { id } }}
    title={t`Activity`}
    columns={ACTIVITY}
    keyOf={(row) => row.id}
    empty={t`No activity yet.`}
  />
)
