import { Trans } from '@lingui/react/macro'
import { INPUT_CLASSES } from '../form/field.tsx'
import { joinClasses } from '../format/join-classes.ts'
import type { Column } from './column.ts'
import type { Sorting } from './sort-head.tsx'

type SortChoiceProps<Row> = {
  columns: readonly Column<Row>[]
  sorting: Sorting
  /** The order without a choice. */
  unsorted: string
  className?: string
}

/** The order of a list where a narrow screen shows no column heads to click. */
export function SortChoice<Row>({ columns, sorting, unsorted, className }: SortChoiceProps<Row>) {
  const sortable = columns.filter(({ sort }) => sort)
  if (sortable.length === 0) return null
  const chosen = sortable.find((column) => sorting.sortOf(column) !== 'none')?.sort ?? ''
  return (
    <label
      className={joinClasses(
        'flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-faint',
        className,
      )}
    >
      <span className="shrink-0">
        <Trans>Sort by</Trans>
      </span>
      <select
        value={chosen}
        // Pressing the chosen one ends its order.
        onChange={({ target }) => sorting.press(target.value || chosen)}
        // On a line of its own if its longest choice doesn’t fit beside the label.
        className={`${INPUT_CLASSES} w-auto! flex-auto`}
      >
        <option value="">{unsorted}</option>
        {sortable.map(({ sort, label }) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
