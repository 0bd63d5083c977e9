import { queryOptions } from '@tanstack/react-query'
import { call } from '../../session/api.ts'
import type { CallAnswer } from '../../../contract/call.ts'

export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: ({ signal }) => call('getSecurity', {}, { signal }),
})

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call('listPasskeys', {}, { signal }),
})

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call('listSessions', {}, { signal }),
})

export type Enrolment = CallAnswer<'startTotp'>
