import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { claim } from './claims.ts'
import {
  email,
  filledLine,
  filledText,
  pageOf,
  params,
  queuePaging,
  saying,
  time,
} from '../fields/fields.ts'
import * as limits from '../fields/limits.ts'

// Messages from the contact form.

export const Message = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    received_at: time,
    answer: z.string().nullable(),
    answered_by: z.string().nullable(),
    answered_at: time.nullable(),
    claim,
  })
  .meta({ id: 'Message' })

export const contactCalls = {
  sendContactMessage: {
    body: z.object({
      name: filledLine(limits.nameLength.max),
      email,
      subject: filledLine(limits.subjectLength.max),
      message: filledText(limits.messageLength.max),
      /** The form hides it from people, so only bots fill it in. */
      website: z.string().max(1000).optional(),
    }),
    answer: saying,
    errors: ['invalid_request'],
  },
  listMessages: {
    query: queuePaging.extend({ status: z.enum(['open', 'answered']).optional() }),
    answer: pageOf(Message),
    errors: ['invalid_request'],
  },
  answerMessage: {
    params,
    body: z.object({ answer: filledText(limits.messageLength.max) }),
    answer: Message,
    errors: ['invalid_request', 'not_found', 'already_answered', 'claimed_by_another'],
  },
} satisfies Record<string, CallContract>
