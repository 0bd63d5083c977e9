import { call } from '../session/call.ts'
import { queryOptions } from '@tanstack/react-query'

export const payoutQuery = (id: string) =>
  queryOptions({
    queryKey: ['getPayout', id],
    queryFn: ({ signal }) => call('getPayout', { params: { id } }, { signal }),
  })
