import { FilterBar } from './filter-bar.tsx'
import type { Filter } from './filter.ts'
import { SavedViews } from './saved-views.tsx'

/** What narrows a list, and the views that the operator keeps of it. */
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
