import type { CallContract } from '../endpoint.ts'
import { Claim, queueItem } from '../subjects/claims.ts'

export const claimCalls = {
  claimItem: {
    summary: 'Claim an item of a queue',
    description:
      'Shows your colleagues that you’re working on it. A claim lasts ten minutes; claim again ' +
      'to extend it. Approving a withdrawal ends its claim. A finished item can’t be claimed.',
    params: queueItem,
    answer: Claim,
    errors: ['not_found', 'forbidden', 'claimed_by_another', 'wrong_state', 'already_answered'],
  },
  releaseItem: {
    summary: 'Release an item of a queue',
    description: 'Gives up your claim, so that someone else can take the item.',
    params: queueItem,
    answer: Claim,
    errors: ['not_found', 'forbidden', 'claimed_by_another'],
  },
} satisfies Record<string, CallContract>
