import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { at, described, whole } from '../fields/described.ts'
import { csvPaging, detail, id, pageOf, paramsOf } from '../fields/fields.ts'
import {
  changedWebhook,
  deliveryStates,
  newWebhook,
  Webhook,
  WebhookDelivery,
  WebhookWithSecret,
} from '../subjects/webhooks.ts'

const endpoint = paramsOf('endpoint')

export const webhookCalls = {
  listWebhooks: {
    summary: 'List webhook endpoints',
    description: 'Returns every endpoint with its state, but not its secret.',
    answer: z.array(Webhook),
    errors: [],
  },
  addWebhook: {
    summary: 'Add a webhook endpoint',
    description: 'Returns the endpoint with its secret, which is shown only once.',
    body: newWebhook,
    answer: WebhookWithSecret,
    errors: ['invalid_request', 'too_many_webhooks'],
  },
  changeWebhook: {
    summary: 'Change a webhook endpoint',
    description:
      'Changes the endpoint. A re-enabled endpoint receives events from then on. If we disabled ' +
      'it because it kept failing, it also receives the events it missed.',
    params: endpoint,
    body: changedWebhook,
    answer: Webhook,
    errors: ['invalid_request', 'not_found'],
  },
  rollWebhookSecret: {
    summary: 'Roll a webhook’s secret',
    description:
      'Returns a new secret. For 24 hours, we sign with both the new and the previous secret. If ' +
      'you roll it again on that day, we sign with the newest two and the oldest.',
    params: endpoint,
    answer: WebhookWithSecret,
    errors: ['not_found'],
  },
  removeWebhook: {
    summary: 'Remove a webhook endpoint',
    description: 'Stops all deliveries to it, including pending ones.',
    params: endpoint,
    answer: detail,
    errors: ['not_found'],
  },
  testWebhook: {
    summary: 'Send a test event',
    description: 'Queues a `webhook.test` event for one endpoint.',
    params: endpoint,
    answer: WebhookDelivery,
    errors: ['not_found', 'webhook_disabled'],
  },
  listWebhookDeliveries: {
    summary: 'List deliveries of a webhook endpoint',
    description: 'Returns the events of the last 30 days for one endpoint, newest first.',
    params: endpoint,
    query: csvPaging.extend({
      state: described(z.enum(deliveryStates).optional(), 'Only deliveries in this state.'),
    }),
    answer: pageOf(WebhookDelivery),
    errors: ['invalid_request', 'not_found'],
  },
  replayWebhookDelivery: {
    summary: 'Send an event again',
    description: 'Requeues one event for an endpoint, whether or not it was delivered.',
    params: endpoint.extend({
      event: described(id, 'The event’s number. Digits in a string.', '4711'),
    }),
    answer: WebhookDelivery,
    errors: ['not_found', 'webhook_disabled'],
  },
  replayFailedDeliveries: {
    summary: 'Resend failed events',
    description:
      'Requeues the events that an endpoint didn’t receive, up to 10,000 per call. Repeat the ' +
      'call until it returns fewer.',
    params: endpoint,
    body: z.object({ since: at('Only events from this time on.', '2026-03-14T00:00:00Z') }),
    answer: z.object({ queued: whole('The number of requeued events.', 12) }),
    errors: ['invalid_request', 'not_found', 'webhook_disabled'],
  },
} satisfies Record<string, CallContract>
