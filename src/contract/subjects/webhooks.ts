import { z } from 'zod'
import { at, described, flag, idOf, listOf, oneOf, str, whole } from '../fields/described.ts'
import { line } from '../fields/fields.ts'
import { webhookDescriptionLength, webhookUrlLength } from '../fields/limits.ts'
import { issueText } from '../texts/texts.ts'
import { webhookEventTypes } from '../fields/webhook-types.ts'

// Endpoints of the company's other systems, and the deliveries to them.

const url = described(
  line(webhookUrlLength.max).min(1, issueText('required')),
  'Where we send events: `https`, at a public address, without a username or password.',
  'https://crm.example.com/hooks/twofold',
)
const description = described(
  line(webhookDescriptionLength.max),
  'What it is for.',
  'Customer database',
)
const events = listOf(
  z.enum(webhookEventTypes, { error: issueText('invalid_value') }),
  'The event types it receives.',
  ['deposit.credited', 'withdrawal.paid'],
)
  .min(1, issueText('choose_item'))
  .max(webhookEventTypes.length, issueText('too_many', { max: webhookEventTypes.length }))

export const newWebhook = z.object({ url, description, events })
export const changedWebhook = z.object({
  url: url.optional(),
  description: description.optional(),
  events: events.optional(),
  enabled: flag('Whether it receives events.').optional(),
})

export const Webhook = z
  .object({
    id: idOf('The endpoint’s id.', '3'),
    url: str('Where we send events.', 'https://crm.example.com/hooks/twofold'),
    description: str('What it is for.', 'Customer database'),
    events: listOf(z.enum(webhookEventTypes), 'The event types it receives.', [
      'deposit.credited',
      'withdrawal.paid',
    ]),
    enabled: flag('Whether it receives events.'),
    created_at: at('When it was added.'),
    created_by: str('The operator who added it.', 'sam'),
    failing_since: at('The first failure since the last success; null if it works.')
      .nullable()
      .meta({ example: null }),
    disabled_at: at('When it was disabled; null while it is enabled.')
      .nullable()
      .meta({ example: null }),
    disabled_by: str('Who disabled it; null if we did, because it kept failing.', 'sam')
      .nullable()
      .meta({ example: null }),
    previous_secret_until: at('Until when the previous secret also signs; null if it doesn’t.')
      .nullable()
      .meta({ example: null }),
    pending: whole('Pending events, counted up to 10,000.', 0),
    failed: whole('Failed events of the last 30 days, counted up to 10,000.', 0),
  })
  .meta({ id: 'Webhook', description: 'An endpoint that receives our events.' })

export const WebhookWithSecret = z
  .object({
    webhook: Webhook,
    secret: str(
      'The signing secret, shown only here.',
      'whsec_q0Jm7Zk3vT2xw5RhYbAQ1c9uLd8sNfE6gHiKoP4rStU',
    ),
  })
  .meta({ id: 'WebhookWithSecret', description: 'An endpoint with its new secret.' })

export const deliveryStates = ['pending', 'delivered', 'failed'] as const

export const WebhookDelivery = z
  .object({
    id: idOf('The event’s number, counting up.'),
    event_id: str('The event’s id, as receivers see it.', 'evt_019a2f6be1c47c0e8d3b5a7f90112233'),
    type: str('What happened.', 'deposit.credited'),
    member_id: idOf('The affected member; null if there is none.', '81').nullable(),
    state: oneOf(
      deliveryStates,
      '`pending`: we send it, or try again. `delivered`: the endpoint answered 2xx. `failed`: we ' +
        'gave up.',
      'delivered',
    ),
    attempts: whole('The number of attempts.', 1),
    created_at: at('When it was created.'),
    last_at: at('When we last sent it; null before.').nullable(),
    next_at: at('When we send it next; null if we don’t, or if it follows an earlier event.')
      .nullable()
      .meta({ example: null }),
    status: whole('The HTTP status of the last answer; null without one.', 200).nullable(),
    answer: str('The first 1,024 bytes of the last answer.', 'ok'),
    failure: str('Why the last attempt failed; empty if it didn’t.', ''),
    body: str('The payload.', '{"id":"evt_019a2f6be1c47c0e8d3b5a7f90112233"}'),
  })
  .meta({ id: 'WebhookDelivery', description: 'A delivery of an event to an endpoint.' })
