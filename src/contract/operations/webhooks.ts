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
    description: 'Returns every endpoint with how it is doing, never its secret.',
    answer: z.array(Webhook),
    errors: [],
  },
  addWebhook: {
    summary: 'Add a webhook endpoint',
    description: 'Returns the endpoint with its secret, which is shown only this once.',
    body: newWebhook,
    answer: WebhookWithSecret,
    errors: ['invalid_request', 'too_many_webhooks'],
  },
  changeWebhook: {
    summary: 'Change a webhook endpoint',
    description:
      'Changes what is sent. An endpoint that is enabled again gets what happens from then on. ' +
      'If we had disabled it because it kept failing, it also gets what happened meanwhile.',
    params: endpoint,
    body: changedWebhook,
    answer: Webhook,
    errors: ['invalid_request', 'not_found'],
  },
  rollWebhookSecret: {
    summary: 'Roll a webhook’s secret',
    description:
      'Returns a new secret. For 24 hours, we sign with the new one and the one before it.',
    params: endpoint,
    answer: WebhookWithSecret,
    errors: ['not_found'],
  },
  removeWebhook: {
    summary: 'Remove a webhook endpoint',
    description: 'Stops sending to it, including what it hasn’t got yet.',
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
    description: 'Queues one event for an endpoint again, delivered or not.',
    params: endpoint.extend({
      event: described(id, 'The event’s number. Digits in a string.', '4711'),
    }),
    answer: WebhookDelivery,
    errors: ['not_found', 'webhook_disabled'],
  },
  replayFailedDeliveries: {
    summary: 'Send failed events again',
    description:
      'Queues the events that an endpoint never got, up to 10,000 a call: repeat it until it ' +
      'answers fewer.',
    params: endpoint,
    body: z.object({ since: at('Only events from this moment on.', '2026-03-14T00:00:00Z') }),
    answer: z.object({ queued: whole('How many events were queued.', 12) }),
    errors: ['invalid_request', 'not_found', 'webhook_disabled'],
  },
} satisfies Record<string, CallContract>
