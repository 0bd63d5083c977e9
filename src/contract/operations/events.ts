import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { described } from '../fields/described.ts'
import { stream } from '../fields/event-stream.ts'

export const eventCalls = {
  streamEvents: {
    summary: 'Follow changes live',
    description:
      'A stream of server-sent events. Each event names a topic that changed (`wallet`, ' +
      '`deposit`, `network`, or `withdrawal`) but contains no figures, so refetch them. If you ' +
      'send `Last-Event-ID` when you reconnect, every topic you may have missed is sent again. ' +
      `At least every ${stream.roundMs / 1000} seconds, the server sends an event or a ` +
      `comment. Consider a stream broken that is silent for ${stream.silenceMs / 1000}. ` +
      'Read it with `fetch`, because `EventSource` can’t send the bearer token.',
    answer: described(
      z.string(),
      'Server-sent events.',
      'id: 4711\nevent: wallet\ndata: {"topic":"wallet"}\n\n',
    ),
    errors: ['overloaded'],
  },
} satisfies Record<string, CallContract>
