import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { id, time } from '../fields/fields.ts'

// Who is working on which item of a queue.

export const Claim = z
  .object({
    queue: z.string(),
    id: z.string(),
    operator: z.string().nullable(),
    ends_at: time.nullable(),
  })
  .meta({ id: 'Claim' })

export const claim = z.object({ operator: z.string(), ends_at: time }).nullable()

const queueItem = z.object({ queue: z.enum(['withdrawals', 'unattributed', 'messages']), id })

export const claimCalls = {
  claimItem: {
    params: queueItem,
    answer: Claim,
    errors: ['not_found', 'forbidden', 'claimed_by_another'],
  },
  releaseItem: {
    params: queueItem,
    answer: Claim,
    errors: ['not_found', 'forbidden', 'claimed_by_another'],
  },
} satisfies Record<string, CallContract>
