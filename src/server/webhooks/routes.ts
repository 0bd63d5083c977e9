import { byOf } from '../audit/audit.ts'
import { deviceOf } from '../http/device-name.ts'
import { requireProof } from '../http/require-proof.ts'
import { route, type Call, type Route } from '../http/route.ts'
import { answerList } from '../lists/list.ts'
import { deliveryList, replayFailed, replayOne, requireWebhook, sendTest } from './deliveries.ts'
import { addWebhook, changeWebhook, listWebhooks, removeWebhook, rollSecret } from './endpoints.ts'
import type { From } from './record-change.ts'

const fromOf = (call: Pick<Call<'addWebhook'>, 'operator' | 'request' | 'address'>): From => ({
  ...byOf(call),
  device: deviceOf(call.request),
  address: call.address,
})

export const webhookRoutes: Route[] = [
  route('listWebhooks', ({ context }) => listWebhooks(context.db)),
  route('addWebhook', (call) => addWebhook(call.context, call.body, fromOf(call))),
  route('changeWebhook', (call) => {
    return changeWebhook(call.context, Number(call.params.id), call.body, fromOf(call))
  }),
  route('rollWebhookSecret', (call) => {
    return rollSecret(call.context, Number(call.params.id), fromOf(call))
  }),
  route('removeWebhook', async (call) => {
    await removeWebhook(call.context, Number(call.params.id), fromOf(call))
    return { detail: 'The webhook was removed.' }
  }),
  route('testWebhook', (call) => sendTest(call.context.db, Number(call.params.id), byOf(call))),
  route('listWebhookDeliveries', async (call) => {
    const { context, params, query } = call
    const endpoint = Number(params.id)
    // Check this before revealing whether the endpoint exists.
    if (query.format === 'csv') requireProof(call.operator)
    await requireWebhook(context.db, endpoint)
    return await answerList(call, query, deliveryList(context.db, endpoint, query.state))
  }),
  route('replayWebhookDelivery', (call) => {
    const { context, params } = call
    return replayOne(context.db, Number(params.id), BigInt(params.event), byOf(call))
  }),
  route('replayFailedDeliveries', async (call) => {
    const { context, params, body } = call
    const since = new Date(body.since)
    return { queued: await replayFailed(context.db, Number(params.id), since, byOf(call)) }
  }),
]
