import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../session/call.ts'
import type { ListName, RowOf } from './list-name.ts'

/**
 * One page of a list. The page before stays in sight while the next one loads.
 * @param refreshMs reads it again so often, for lists that change by themselves
 */
export function useList<N extends ListName>(name: N, input: object, refreshMs?: number) {
  const list = useQuery({
    queryKey: [name, input],
    queryFn: ({ signal }) => call<ListName>(name, input, { signal }),
    placeholderData: keepPreviousData,
    ...(refreshMs !== undefined && { refetchInterval: refreshMs }),
  })
  // The call's name decides what its rows are, which types can't follow.
  return { list, rows: (list.data?.results ?? []) as RowOf<N>[] }
}
