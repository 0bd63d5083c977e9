import type { CallAnswer } from '../../../contract/call.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { paths } from '../parts/console-paths.ts'
import { CellLink } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { coinText } from '../../ui/format/coin-text.ts'
import { signed } from './postings.tsx'
import { Section } from '../parts/section.tsx'

type Posting = CallAnswer<'getJournal'>['postings'][number]

const COLUMNS: Column<Posting>[] = [
  {
    key: 'account',
    label: 'Account',
    title: true,
    show: (row) => <CellLink to={paths.journals(row.account)}>{row.account}</CellLink>,
  },
  { key: 'amount', label: 'Amount', figures: true, show: (row) => signed(row.amount, row.asset) },
  {
    key: 'after',
    label: 'Balance after',
    figures: true,
    show: ({ balance_after: after, asset }) =>
      asset === 'USD' ? usdText(after) : coinText(after, asset),
  },
]

/** All postings of one journal entry. */
export const JournalPostings = ({ postings }: { postings: Posting[] }) => (
  <Section title="Postings" note="They add up to zero for each asset." flush>
    <DataTable
      label="Postings"
      columns={COLUMNS}
      rows={postings}
      keyOf={(row) => `${row.account} ${row.asset} ${row.amount} ${row.balance_after}`}
    />
  </Section>
)
