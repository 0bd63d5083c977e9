import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { CallAnswer } from '../../../../contract/call.ts'
import { call } from '../../session/call.ts'

export type SavedView = CallAnswer<'listSavedViews'>['results'][number]

/** All of the operator's views, for every list. There are few, so we read them once. */
const viewsQuery = queryOptions({
  queryKey: ['listSavedViews'],
  queryFn: ({ signal }) => call('listSavedViews', {}, { signal }),
  staleTime: 5 * 60_000,
})

/** The operator's views of a list. None while they load. */
export function useViews(list: string): SavedView[] {
  const { data } = useQuery(viewsQuery)
  return data?.results.filter((view) => view.list === list) ?? []
}

/**
 * The initial view of a list whose address names no filters. After that it is null, so that
 * operators can also see the whole list.
 * @returns undefined while we don't know yet
 */
export function useDefaultSearch(list: string, hasViews: boolean): string | null | undefined {
  const { search } = useLocation()
  const views = useQuery({ ...viewsQuery, enabled: hasViews })
  const [isOpen, setOpen] = useState(!hasViews || search !== '')
  if (isOpen) return null
  if (search === '') {
    if (views.isPending) return undefined
    const own = views.data?.results.find((view) => view.list === list && view.is_default)
    if (own && own.search !== '') return own.search
  }
  setOpen(true)
  return null
}

const PLACES = ['page', 'after']

/** The filters and order in an address, without the page. */
export function viewSearch(search: string): string {
  const params = new URLSearchParams(search)
  for (const name of PLACES) params.delete(name)
  const text = params.toString()
  return text && `?${text}`
}
