import { call } from '../session/call.ts'
import { queryOptions } from '@tanstack/react-query'

export const pendingAccessChangesQuery = queryOptions({
  queryKey: ['listAccessChanges', 'pending'],
  queryFn: ({ signal }) => {
    const query = { status: 'pending', sort: 'oldest', page_size: '100' } as const
    return call('listAccessChanges', { query }, { signal })
  },
})

export const operatorsQuery = queryOptions({
  queryKey: ['listOperators'],
  queryFn: ({ signal }) => call('listOperators', { query: { page_size: '100' } }, { signal }),
})
