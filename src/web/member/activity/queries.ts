import { queryOptions, keepPreviousData } from '@tanstack/react-query'
import type { CallInput, CallAnswer } from '../../../contract/call.ts'
import { call } from '../../session/api.ts'
import { TOPICS } from '../live/topics.ts'

export const activityQuery = queryOptions({
  queryKey: ['activity'],
  meta: { live: [...TOPICS] },
  queryFn: ({ signal }) => call('listRecentActivity', {}, { signal }),
})

export type ActivityInput = NonNullable<CallInput<'listActivity'>['query']>

export const activityPageQuery = (query: ActivityInput) =>
  queryOptions({
    queryKey: ['activity-page', query],
    meta: { live: [...TOPICS] },
    queryFn: ({ signal }) => call('listActivity', { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export type Activity = CallAnswer<'listRecentActivity'>[number]

export type ActivityType = Activity['type']
