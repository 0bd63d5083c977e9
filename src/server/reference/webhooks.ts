import { z } from 'zod'
import { webhookEvents } from '../../contract/subjects/webhook-events.ts'
import { exampleOf } from './examples.ts'
import { uri, type Shapes } from './schemas.ts'
import type { Json } from './tidy-schema.ts'

// The `webhooks` section of the OpenAPI document: our requests to other systems.

const SIGNATURE = {
  name: 'Twofold-Signature',
  in: 'header',
  required: true,
  description:
    '`t=…,v1=…`: the time of sending in seconds since 1970, and the HMAC-SHA256 of that time, a ' +
    'period, and the body, with the endpoint’s secret, in hexadecimal. For a day after the ' +
    'secret ' +
    'was rolled there are two `v1`.',
  schema: { type: 'string' },
  example: 't=1773480413,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
}

const responses = {
  '2XX': { description: 'Any 2xx response completes the delivery. We ignore the body.' },
  '4XX': { description: 'Any other response is retried for 3 days, at growing intervals.' },
}

/** The name of an event's shape. */
const nameOf = (shape: z.ZodType): string => shape.meta()?.id ?? ''

/** One entry for each type of event. */
export const describeWebhooks = ({ named }: Shapes): Json =>
  Object.fromEntries(
    [...webhookEvents].map(([type, { about, shape }]) => {
      const schema = { $ref: uri(nameOf(shape)) }
      const post = {
        operationId: nameOf(shape),
        summary: type,
        description: about,
        tags: ['Webhooks'],
        security: [],
        parameters: [SIGNATURE],
        requestBody: {
          required: true,
          content: { 'application/json': { schema, example: exampleOf(schema, named) } },
        },
        responses,
      }
      return [type, { post }]
    }),
  )

export const webhooksTag = {
  name: 'Webhooks',
  description:
    'The events that we send to endpoints added in the console. Each event is sent at least ' +
    'once, and events of one member are in order.',
}
