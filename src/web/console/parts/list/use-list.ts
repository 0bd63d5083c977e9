import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../session/call.ts'
import type { ListName, RowOf } from './list-name.ts'

/**
 * One page of a list. The previous page stays visible while the next one loads.
 * @param refreshMs how often to reload, for lists that change on their own
 */
export function useList<N extends ListName>(name: N, input: object, refreshMs?: number) {
  const list = useQuery({
    queryKey: [name, input],
    queryFn: ({ signal }) => call<ListName>(name, input, { signal }),
    placeholderData: keepPreviousData,
    ...(refreshMs !== undefined && { refetchInterval: refreshMs }),
  })
  // The call's name determines its rows, which types can't express.
  return { list, rows: (list.data?.results ?? []) as RowOf<N>[] }
}
