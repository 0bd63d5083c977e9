import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { switchOff } from '../../../ui/focus/switch-off.ts'
import { ChangeDialog } from '../change-dialog.tsx'
import { FilterBar } from './filter-bar.tsx'
import type { Filter } from './filter.ts'
import { SavedViews } from './saved-views.tsx'
import { useViews, viewSearch } from './use-views.ts'
import { NewViewForm } from './view-form.tsx'

type ListFiltersProps = { list: string; filters: Filter[] }

/** A list's filters, and the operator's saved views of it. */
export function ListFilters({ list, filters }: ListFiltersProps) {
  if (filters.length === 0) return <div className="mt-4" />
  return (
    <div className="mt-4 grid gap-x-3 gap-y-2 sm:flex sm:flex-wrap sm:items-end">
      <FilterBar filters={filters} />
      <FilterActions list={list} filters={filters} />
      <SavedViews list={list} />
    </div>
  )
}

/** Always here, so that the list stays in its place when the first letter filters it. */
function FilterActions({ list, filters }: ListFiltersProps) {
  const [params, setParams] = useSearchParams()
  const shown = viewSearch(useLocation().search)
  const views = useViews(list)
  const [naming, setNaming] = useState(false)
  const isFiltered = filters.some(({ key }) => params.get(key))
  const isKept = views.some((view) => view.search === shown)
  return (
    <div className="flex gap-1.5 max-sm:-ms-3">
      <Button size="small" kind="quiet" onClick={() => setParams({})} {...switchOff(!isFiltered)}>
        <Trans>Clear</Trans>
      </Button>
      <Button
        size="small"
        kind="quiet"
        icon="plus"
        onClick={() => setNaming(true)}
        {...switchOff(!shown || isKept)}
      >
        <Trans>Save view</Trans>
      </Button>
      <ChangeDialog open={naming} onClose={() => setNaming(false)} title={t`Save view`}>
        <NewViewForm list={list} search={shown} onDone={() => setNaming(false)} />
      </ChangeDialog>
    </div>
  )
}
