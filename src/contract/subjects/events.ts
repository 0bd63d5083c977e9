import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'

// Live updates as server-sent events.

export const eventCalls = {
  streamEvents: {
    answer: z.string(),
    errors: ['overloaded'],
  },
} satisfies Record<string, CallContract>
