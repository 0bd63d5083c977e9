import type { CallName } from '../../../src/contract/routes.ts'
import { make, send, type Maker, type Stage } from '../support/call-stage.ts'
import { disabledEndpoint, newEndpoint, testedEndpoint } from '../support/makers/webhook-makers.ts'
import {
  missing,
  pages,
  required,
  when,
  whole,
  type CasesOf,
  type InvalidOf,
} from './refusal-cases.ts'

// The refusals of calls about webhooks.

const since = { since: '2026-01-01T00:00:00Z' }

const removeAll = ({ world }: Stage) => world.edge.db.deleteFrom('webhook_endpoints').execute()

/** One more than the limit. */
const oneTooMany: Maker = async (stage) => {
  const made = make('addWebhook', stage.operators.admin, { body: newEndpoint })
  await removeAll(stage)
  for (let i = 0; i < 20; i++) await send(stage, made)
  return made
}

/** An endpoint that gets no events, whatever earlier cases left behind. */
async function onlyDisabled(stage: Stage): Promise<string> {
  await removeAll(stage)
  return await disabledEndpoint(stage)
}

export const webhookRefusals = {
  addWebhook: { too_many_webhooks: when(oneTooMany) },
  changeWebhook: { not_found: missing('changeWebhook', {}) },
  rollWebhookSecret: { not_found: missing('rollWebhookSecret') },
  removeWebhook: { not_found: missing('removeWebhook') },
  testWebhook: {
    not_found: missing('testWebhook'),
    webhook_disabled: when(async (stage) => {
      const params = { id: await onlyDisabled(stage) }
      return make('testWebhook', stage.operators.admin, { params })
    }),
  },
  listWebhookDeliveries: { not_found: missing('listWebhookDeliveries') },
  replayWebhookDelivery: {
    not_found: when(async (stage) => {
      await removeAll(stage)
      const { id } = await testedEndpoint(stage)
      const params = { id, event: '999999999' }
      return make('replayWebhookDelivery', stage.operators.admin, { params })
    }),
    webhook_disabled: when(async (stage) => {
      const params = { id: await onlyDisabled(stage), event: '1' }
      return make('replayWebhookDelivery', stage.operators.admin, { params })
    }),
  },
  replayFailedDeliveries: {
    not_found: missing('replayFailedDeliveries', since),
    webhook_disabled: when(async (stage) => {
      const params = { id: await onlyDisabled(stage) }
      return make('replayFailedDeliveries', stage.operators.admin, { params, body: since })
    }),
  },
} satisfies Partial<CasesOf<CallName>>

const unclean = ['Enter an https URL without a username, a password, or a fragment.']
const notPublic = ['This address isn’t public. Enter one that the internet can reach.']
const at = (url: string) => ({ ...newEndpoint, url })

export const webhookInputs = {
  addWebhook: [
    whole,
    { body: {}, errors: { url: required, description: required, events: required } },
    { body: { ...newEndpoint, events: [] }, errors: { events: ['Choose at least one.'] } },
    {
      body: { ...newEndpoint, events: ['all'] },
      errors: { 'events.0': ['This value is not valid.'] },
    },
    { body: at('ftp://example.com/'), errors: { url: unclean } },
    { body: at('https://me:mine@example.com/'), errors: { url: unclean } },
    { body: at('https://1.1.1.1/#here'), errors: { url: unclean } },
    { body: at('http://1.1.1.1/'), errors: { url: notPublic } },
    { body: at('https://169.254.169.254/latest/'), errors: { url: notPublic } },
    {
      body: at('https://nobody.invalid/'),
      errors: { url: ['We couldn’t find this host. Check the URL.'] },
    },
  ],
  changeWebhook: [
    whole,
    { body: { enabled: 'yes' }, errors: { enabled: ['Enter true or false.'] } },
    { body: { url: 'https://10.0.0.1/' }, errors: { url: notPublic } },
  ],
  listWebhookDeliveries: [
    ...pages,
    {
      query: { state: 'lost' },
      errors: { state: ['Choose one of these: pending, delivered, failed.'] },
    },
  ],
  replayFailedDeliveries: [
    { body: {}, errors: { since: required } },
    { body: { since: 'yesterday' }, errors: { since: ['This value is not valid.'] } },
  ],
} satisfies Partial<InvalidOf<CallName>>
