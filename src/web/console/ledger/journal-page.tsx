import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { CallAnswer } from '../../../contract/call.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { paths } from '../parts/console-paths.ts'
import { CellLink, None } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { wordsOf } from '../parts/list/filter.ts'
import { DetailList } from '../../ui/details.tsx'
import { ObjectPage } from '../parts/object-page.tsx'
import { coinText } from '../parts/worth-text.ts'
import { signed } from './postings.tsx'
import { Section } from '../parts/section.tsx'
import { journalQuery } from './queries.ts'

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

/** One business event of the ledger and all its postings. */
export function JournalPage() {
  const { id = '' } = useParams()
  const journal = useQuery(journalQuery(id))
  return (
    <ObjectPage
      query={journal}
      id={id}
      title={`Journal ${id}`}
      renderAside={(data) => (
        <Section title="Details">
          <DetailList
            details={{
              Kind: wordsOf(data.kind),
              At: dateTimeText(data.at),
              Key: data.key ? <span className="break-all">{data.key}</span> : <None />,
            }}
          />
        </Section>
      )}
    >
      {(data) => (
        <Section title="Postings" note="They add up to zero for each asset." flush>
          <DataTable
            label="Postings"
            columns={COLUMNS}
            rows={data.postings}
            keyOf={(row) => `${row.account} ${row.asset} ${row.amount} ${row.balance_after}`}
          />
        </Section>
      )}
    </ObjectPage>
  )
}
