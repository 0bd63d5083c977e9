import { queryOptions } from '@tanstack/react-query'
import type { CallAnswer } from '../../../contract/call.ts'
import { call } from '../session/call.ts'

export type Incident = CallAnswer<'operatorListIncidents'>['results'][number]

export const incidentsQuery = queryOptions({
  queryKey: ['operatorListIncidents'],
  queryFn: ({ signal }) => call('operatorListIncidents', {}, { signal }),
})
