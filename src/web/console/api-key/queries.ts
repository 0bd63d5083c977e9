import { queryOptions } from '@tanstack/react-query'
import type { CallAnswer } from '../../../contract/call.ts'
import { call } from '../session/call.ts'

export type ApiKey = CallAnswer<'listApiKeys'>[number]

export const apiKeysQuery = queryOptions({
  queryKey: ['listApiKeys'],
  queryFn: ({ signal }) => call('listApiKeys', {}, { signal }),
})
