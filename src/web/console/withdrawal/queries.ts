import { call } from '../session/call.ts'
import { queryOptions } from '@tanstack/react-query'
import type { RowOf } from '../parts/list/list-name.ts'

export type Withdrawal = RowOf<'operatorListWithdrawals'>

export type Flag = RowOf<'operatorListWithdrawals'>['flags'][number]

export const withdrawalQuery = (id: string) =>
  queryOptions({
    queryKey: ['getWithdrawal', id],
    queryFn: ({ signal }) => call('getWithdrawal', { params: { id } }, { signal }),
  })

export const withdrawalQueueQuery = queryOptions({
  queryKey: ['operatorListWithdrawals', 'queue'],
  queryFn: ({ signal }) => {
    const query = { status: 'pending', sort: 'oldest', page_size: '100' } as const
    return call('operatorListWithdrawals', { query }, { signal })
  },
  refetchInterval: 10_000,
})
