import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallInput } from '../../../contract/call.ts'
import { call } from '../../session/api.ts'

export type StatementInput = Pick<CallInput<'getStatement'>['query'], 'from' | 'to'>

export const statementQuery = (query: StatementInput) =>
  queryOptions({
    queryKey: ['statement', query],
    meta: { live: ['wallet'] },
    queryFn: ({ signal }) => call('getStatement', { query }, { signal }),
    placeholderData: keepPreviousData,
  })
