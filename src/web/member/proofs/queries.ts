import { queryOptions } from '@tanstack/react-query'
import { call } from '../../session/api.ts'

/** The days with a proof of what we owe the member. */
export const proofsQuery = queryOptions({
  queryKey: ['proofs'],
  queryFn: ({ signal }) => call('listProofs', {}, { signal }),
})
