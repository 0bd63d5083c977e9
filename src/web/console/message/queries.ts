import { call } from '../session/call.ts'
import { queryOptions } from '@tanstack/react-query'
import type { RowOf } from '../parts/list/list-name.ts'

export type Message = RowOf<'listMessages'>

export const messageQueueQuery = (status: 'open' | 'answered') =>
  queryOptions({
    queryKey: ['listMessages', status],
    queryFn: ({ signal }) => {
      const sort = status === 'open' ? 'oldest' : 'newest'
      return call('listMessages', { query: { status, sort, page_size: '100' } }, { signal })
    },
    refetchInterval: 20_000,
  })
