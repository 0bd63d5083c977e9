import { plural, t } from '@lingui/core/macro'
import { localize } from '../../client/api-error.ts'
import { groupThousands } from '../../client/format/number-text.ts'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { wordsOf } from '../parts/list/filter.ts'
import { None } from '../parts/list/cells.tsx'
import type { ImportCheck } from './queries.ts'

type Problem = ImportCheck['problems'][number]

const columns: readonly Column<Problem>[] = [
  {
    key: 'row',
    label: t`Row`,
    title: true,
    show: ({ row }) => row,
    named: ({ row }) => t`Row ${row}`,
  },
  { key: 'column', label: t`Column`, show: ({ column }) => (column ? wordsOf(column) : <None />) },
  { key: 'value', label: t`Value`, show: ({ value }) => value || <None /> },
  { key: 'text', label: t`What to do`, show: ({ detail, text }) => localize(detail, text) },
]

const validText = (rows: number): string =>
  plural(rows, { one: 'The only row is valid.', other: 'All # rows are valid.' })

const seatsText = (seats: number): string =>
  plural(seats, { one: '# seat will be taken.', other: '# seats will be taken.' })

const errorsText = (bad: string, rows: string): string =>
  t`${bad} of ${rows} rows have errors. Correct the file and choose it again.`

const grouped = (count: number): string => groupThousands(String(count))

/** What an import of the file would do, and every cell with an error. */
export function CheckResult({ answer }: { answer: ImportCheck }) {
  const { fault, rows, bad, seats, has_paid_seats: hasPaidSeats, problems } = answer
  if (fault) {
    return (
      <p role="alert" className="text-sm text-bad">
        {localize(fault.detail, fault.text)}
      </p>
    )
  }
  const shown = new Set(problems.map(({ row }) => row)).size
  return (
    <div className="grid gap-3 text-sm">
      <p className="font-medium">
        {bad === 0
          ? `${validText(rows)} ${seatsText(seats)}`
          : errorsText(grouped(bad), grouped(rows))}
      </p>
      {hasPaidSeats && (
        <p className="text-soft">
          {t`Members have paid for seats already. Rows with a seat on a paid board will fail.`}
        </p>
      )}
      <DataTable
        label={t`Cells with errors`}
        columns={columns}
        rows={problems}
        keyOf={({ row, column }) => `${row} ${column}`}
      />
      {shown < bad && (
        <p className="text-soft">
          {plural(bad - shown, {
            one: '# more row with errors isn’t shown.',
            other: '# more rows with errors aren’t shown.',
          })}
        </p>
      )}
    </div>
  )
}
