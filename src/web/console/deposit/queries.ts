import { call } from '../session/call.ts'
import { queryOptions } from '@tanstack/react-query'
import type { RowOf } from '../parts/list/list-name.ts'

export type Transfer = RowOf<'operatorListUnattributed'>

export const depositQueueQuery = queryOptions({
  queryKey: ['operatorListUnattributed', 'queue'],
  queryFn: ({ signal }) => {
    const query = { status: 'waiting', sort: 'oldest', page_size: '100' } as const
    return call('operatorListUnattributed', { query }, { signal })
  },
  refetchInterval: 15_000,
})
