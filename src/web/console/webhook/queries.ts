import { queryOptions } from '@tanstack/react-query'
import type { CallAnswer } from '../../../contract/call.ts'
import type { RowOf } from '../parts/list/list-name.ts'
import { call } from '../session/call.ts'

export type Webhook = CallAnswer<'listWebhooks'>[number]
export type Delivery = RowOf<'listWebhookDeliveries'>

/** Deliveries end on their own, so we reload the visible ones. */
export const REFRESH_MS = 3_000

export const webhooksQuery = queryOptions({
  queryKey: ['listWebhooks'],
  queryFn: ({ signal }) => call('listWebhooks', {}, { signal }),
  refetchInterval: REFRESH_MS,
})

/** An endpoint's display name: its description, or the host of its URL. */
export const nameOf = ({ description, url }: Webhook): string => description || new URL(url).host
