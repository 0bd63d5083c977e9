import type { CallName } from '../../../../src/contract/routes.ts'
import { make, operate, plain, send, type Maker, type Stage } from '../call-stage.ts'

// Valid requests about webhooks. Nothing listens at the endpoint, and no worker sends anything.

export const newEndpoint = {
  url: 'http://127.0.0.1:9/hooks',
  description: 'Nobody',
  events: ['deposit.credited' as const],
}

/** A new endpoint's id. */
async function addEndpoint(stage: Stage): Promise<string> {
  const { body } = await operate(stage, stage.operators.admin, 'webhooks/', newEndpoint)
  return body.webhook.id
}

/** The same, disabled. */
export async function disabledEndpoint(stage: Stage): Promise<string> {
  const id = await addEndpoint(stage)
  const body = { enabled: false }
  await send(stage, make('changeWebhook', stage.operators.admin, { params: { id }, body }))
  return id
}

/** An endpoint with a test event. */
export async function testedEndpoint(stage: Stage): Promise<{ id: string; event: string }> {
  const id = await addEndpoint(stage)
  const { body } = await operate(stage, stage.operators.admin, `webhooks/${id}/test/`)
  return { id, event: body.id }
}

type OnEndpoint = 'rollWebhookSecret' | 'removeWebhook' | 'testWebhook' | 'listWebhookDeliveries'

const on =
  (name: OnEndpoint): Maker =>
  async (stage) =>
    make(name, stage.operators.admin, { params: { id: await addEndpoint(stage) } })

export const webhookMakers: Partial<Record<CallName, Maker>> = {
  listWebhooks: plain('listWebhooks'),
  addWebhook: async (stage) => {
    // The limit allows only a few.
    await stage.world.edge.db.deleteFrom('webhook_endpoints').execute()
    return make('addWebhook', stage.operators.admin, { body: newEndpoint })
  },
  changeWebhook: async (stage) =>
    make('changeWebhook', stage.operators.admin, {
      params: { id: await addEndpoint(stage) },
      body: { description: 'Accounting', enabled: true },
    }),
  rollWebhookSecret: on('rollWebhookSecret'),
  removeWebhook: on('removeWebhook'),
  testWebhook: on('testWebhook'),
  listWebhookDeliveries: on('listWebhookDeliveries'),
  replayWebhookDelivery: async (stage) =>
    make('replayWebhookDelivery', stage.operators.admin, { params: await testedEndpoint(stage) }),
  replayFailedDeliveries: async (stage) =>
    make('replayFailedDeliveries', stage.operators.admin, {
      params: { id: await addEndpoint(stage) },
      body: { since: '2026-01-01T00:00:00Z' },
    }),
}
