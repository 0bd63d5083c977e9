import { call } from '../session/call.ts'
import { queryOptions } from '@tanstack/react-query'
import type { CallAnswer } from '../../../contract/call.ts'

export type Member = CallAnswer<'getMember'>

export const adjustmentLimitQuery = (username: string) =>
  queryOptions({
    queryKey: ['getAdjustmentLimit', username],
    queryFn: ({ signal }) => call('getAdjustmentLimit', { query: { username } }, { signal }),
  })

export const memberNetworkQuery = (id: string) =>
  queryOptions({
    queryKey: ['getMemberNetwork', id],
    queryFn: ({ signal }) => call('getMemberNetwork', { params: { id } }, { signal }),
  })

export const memberNotesQuery = (id: string) =>
  queryOptions({
    queryKey: ['listMemberNotes', id],
    queryFn: ({ signal }) =>
      call('listMemberNotes', { params: { id }, query: { page_size: '100' } }, { signal }),
  })

export const memberQuery = (id: string) =>
  queryOptions({
    queryKey: ['getMember', id],
    queryFn: ({ signal }) => call('getMember', { params: { id } }, { signal }),
  })

export const memberSessionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['listMemberSessions', id],
    queryFn: ({ signal }) => call('listMemberSessions', { params: { id } }, { signal }),
  })
