import { t } from '@lingui/core/macro'
import type { CallAnswer } from '../../../contract/call.ts'
import { paths } from '../parts/console-paths.ts'
import { CellLink } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { amountText } from '../../ui/format/coin-text.ts'
import { accountName } from './account-name.ts'
import { signed } from './postings.tsx'
import { Section } from '../parts/section.tsx'

type Posting = CallAnswer<'getJournal'>['postings'][number]

const COLUMNS: Column<Posting>[] = [
  {
    key: 'account',
    label: t`Account`,
    title: true,
    show: (row) => <CellLink to={paths.journals(row.account)}>{accountName(row.account)}</CellLink>,
  },
  { key: 'amount', label: t`Amount`, figures: true, show: (row) => signed(row.amount, row.asset) },
  {
    key: 'after',
    label: t`Balance after`,
    figures: true,
    show: ({ balance_after: after, asset }) => amountText(after, asset),
  },
]

/** All postings of one journal entry. */
export const JournalPostings = ({ postings }: { postings: Posting[] }) => (
  <Section title={t`Postings`} note={t`They add up to zero for each asset.`} flush>
    <DataTable
      label={t`Postings`}
      columns={COLUMNS}
      rows={postings}
      keyOf={(row) => `${row.account} ${row.asset} ${row.amount} ${row.balance_after}`}
    />
  </Section>
)
