import { call } from '../session/call.ts'
import { queryOptions } from '@tanstack/react-query'
import type { CallAnswer } from '../../../contract/call.ts'

export type Draft = CallAnswer<'getCatalogueDraft'>

export const proposedDraftsQuery = queryOptions({
  queryKey: ['listCatalogueDrafts', 'proposed'],
  queryFn: ({ signal }) => {
    const query = { state: 'proposed', sort: 'oldest', page_size: '100' } as const
    return call('listCatalogueDrafts', { query }, { signal })
  },
})

export const draftQuery = (id: string) =>
  queryOptions({
    queryKey: ['getCatalogueDraft', id],
    queryFn: ({ signal }) => call('getCatalogueDraft', { params: { id } }, { signal }),
  })

export const cataloguesQuery = queryOptions({
  queryKey: ['listCatalogues'],
  queryFn: ({ signal }) => call('listCatalogues', { query: { page_size: '50' } }, { signal }),
})

export const whatIfQuery = ({ id, revision }: Draft) =>
  queryOptions({
    queryKey: ['getWhatIf', id, revision],
    queryFn: ({ signal }) => call('getWhatIf', { params: { id } }, { signal }),
    refetchInterval: (query) => (query.state.data?.state === 'running' ? 1_500 : false),
  })
