import { call } from '../session/call.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CallAnswer } from '../../../contract/call.ts'

export type Draft = CallAnswer<'getCatalogDraft'>

export const proposedDraftsQuery = queryOptions({
  queryKey: ['listCatalogDrafts', 'proposed'],
  queryFn: ({ signal }) => {
    const query = { state: 'proposed', sort: 'oldest', page_size: '100' } as const
    return call('listCatalogDrafts', { query }, { signal })
  },
})

export const draftQuery = (id: string) =>
  queryOptions({
    queryKey: ['getCatalogDraft', id],
    queryFn: ({ signal }) => call('getCatalogDraft', { params: { id } }, { signal }),
  })

export const catalogsQuery = queryOptions({
  queryKey: ['listCatalogs'],
  queryFn: ({ signal }) => call('listCatalogs', { query: { page_size: '50' } }, { signal }),
})

/** The version in force if it is another than the draft is made of. Null while it loads. */
export function useNewerVersion({ base_version: base }: Draft): string | null {
  const { data } = useQuery(catalogsQuery)
  const current = data?.results.find((catalog) => catalog.in_force)?.version ?? base
  return current === base ? null : current
}

export const whatIfQuery = ({ id, revision }: Draft) =>
  queryOptions({
    queryKey: ['getWhatIf', id, revision],
    queryFn: ({ signal }) => call('getWhatIf', { params: { id } }, { signal }),
    refetchInterval: (query) => (query.state.data?.state === 'running' ? 1_500 : false),
  })
