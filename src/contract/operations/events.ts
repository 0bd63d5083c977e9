import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { described } from '../fields/described.ts'

export const eventCalls = {
  streamEvents: {
    summary: 'Follow changes live',
    description:
      'A stream of server-sent events. Each names what changed – `wallet`, `deposit`, ' +
      '`network`, or `withdrawal` – and carries no figures: read those again. Send ' +
      '`Last-Event-ID` when you reconnect, and every topic you may have missed is sent again. ' +
      'Read it with `fetch`, because `EventSource` can’t send the bearer token.',
    answer: described(
      z.string(),
      'Server-sent events.',
      'id: 4711\nevent: wallet\ndata: {"topic":"wallet"}\n\n',
    ),
    errors: ['overloaded'],
  },
} satisfies Record<string, CallContract>
