import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { described, oneOf } from '../fields/described.ts'
import {
  email,
  filledLine,
  filledText,
  pageOf,
  paramsOf,
  queuePaging,
  saying,
} from '../fields/fields.ts'
import { languages } from '../fields/languages.ts'
import * as limits from '../fields/limits.ts'
import { Message } from '../subjects/contact.ts'

export const contactCalls = {
  sendContactMessage: {
    summary: 'Send a message to support',
    description: 'Needs no sign-in. Staff answer by email. A repeat before the answer counts once.',
    body: z.object({
      name: described(filledLine(limits.nameLength.max), 'Your name.', 'Anna Reyes'),
      email: email.describe('The email address for the reply.'),
      subject: described(filledLine(limits.subjectLength.max), 'The subject.', 'USDT network fee'),
      message: described(
        filledText(limits.messageLength.max),
        'The message.',
        'Why is the network fee so high today?',
      ),
      language: oneOf(languages, 'The language of the reply email.').optional(),
      website: described(
        z.string().max(1000).optional(),
        'Leave this out. The form hides it from people, so only bots fill it in.',
        '',
      ),
    }),
    answer: saying,
    errors: ['invalid_request'],
  },
  listMessages: {
    summary: 'List messages to support',
    description: 'Returns messages from the contact form.',
    query: queuePaging.extend({
      status: oneOf(['open', 'answered'], 'Only open, or only answered ones.').optional(),
    }),
    answer: pageOf(Message),
    errors: ['invalid_request'],
  },
  answerMessage: {
    summary: 'Answer a message',
    description: 'Emails the answer to the sender. A message can be answered once.',
    params: paramsOf('message'),
    body: z.object({
      answer: described(
        filledText(limits.messageLength.max),
        'The answer.',
        'The network is busy.',
      ),
    }),
    answer: Message,
    errors: ['invalid_request', 'not_found', 'already_answered', 'claimed_by_another'],
  },
} satisfies Record<string, CallContract>
