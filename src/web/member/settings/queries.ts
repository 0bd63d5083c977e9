import { queryOptions } from '@tanstack/react-query'
import { call } from '../../session/api.ts'

export const emailSettingsQuery = queryOptions({
  queryKey: ['email-settings'],
  queryFn: ({ signal }) => call('getEmailSettings', {}, { signal }),
})

/** Its figures change with the wallet. */
export const closingQuery = queryOptions({
  queryKey: ['closing'],
  meta: { live: ['wallet', 'withdrawal'] },
  queryFn: ({ signal }) => call('getClosing', {}, { signal }),
})
