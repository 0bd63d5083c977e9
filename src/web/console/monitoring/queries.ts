import { call } from '../session/call.ts'
import { queryOptions } from '@tanstack/react-query'

export const alertsQuery = queryOptions({
  queryKey: ['listAlerts'],
  queryFn: ({ signal }) => call('listAlerts', {}, { signal }),
})
