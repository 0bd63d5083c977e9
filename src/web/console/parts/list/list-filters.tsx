import { FilterBar } from './filter-bar.tsx'
import type { Filter } from './filter.ts'
import { SavedViews } from './saved-views.tsx'

/** A list's filters, and the operator's saved views of it. */
export const ListFilters = ({ list, filters }: { list: string; filters: Filter[] }) => (
  <div className="mt-4 grid gap-2">
    {filters.length > 0 && (
      <>
        <FilterBar filters={filters} />
        <SavedViews list={list} />
      </>
    )}
  </div>
)
