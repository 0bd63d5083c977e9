import { call } from '../session/call.ts'
import { queryOptions } from '@tanstack/react-query'

export const pendingAdjustmentsQuery = queryOptions({
  queryKey: ['listAdjustments', 'pending'],
  queryFn: ({ signal }) => {
    const query = { status: 'pending', sort: 'oldest', page_size: '100' } as const
    return call('listAdjustments', { query }, { signal })
  },
})

export const journalQuery = (id: string) =>
  queryOptions({
    queryKey: ['getJournal', id],
    queryFn: ({ signal }) => call('getJournal', { params: { id } }, { signal }),
  })
