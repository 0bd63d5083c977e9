import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { described } from '../fields/described.ts'
import { filledLine } from '../fields/fields.ts'
import { Claim, queueItem } from '../subjects/claims.ts'
import { issueText } from '../texts/texts.ts'

export const claimCalls = {
  claimItem: {
    summary: 'Claim an item of a queue',
    description:
      'Shows your colleagues that you’re working on it. A claim lasts ten minutes; claim again ' +
      'to extend it. Approving a withdrawal ends a claim for its review. While you have claimed ' +
      'an approved withdrawal to pay it from another wallet, we don’t pay or return it. A ' +
      'finished item can’t be claimed.',
    params: queueItem,
    body: z
      .object({
        window: described(
          filledLine(64),
          'A random text of the window in which you pay an approved withdrawal. Send the same ' +
            'one to extend the claim. No other window can then claim it, even with your session.',
          'b1d6c2e04f7a4c0e9d3e5a7f8b9c0d1e',
        ).optional(),
        take_over: described(
          z.boolean({ error: issueText('enter_boolean') }),
          'Whether this window takes your claim from another one. You may have paid the ' +
            'withdrawal there.',
          true,
        ).optional(),
      })
      .optional(),
    answer: Claim,
    errors: [
      'invalid_request',
      'not_found',
      'forbidden',
      'claimed_by_another',
      'claimed_elsewhere',
      'wrong_state',
      'already_answered',
    ],
  },
  releaseItem: {
    summary: 'Release an item of a queue',
    description:
      'Gives up your claim, so that someone else can take the item. Ending a claim to pay an ' +
      'approved withdrawal needs a recent step-up, because we then pay it. With `review`, keeps ' +
      'such a claim, and returns it.',
    params: queueItem,
    body: z
      .object({
        review: described(
          z.boolean({ error: issueText('enter_boolean') }),
          'Whether the claim was for a review. You may have approved the withdrawal since, and ' +
            'be paying it in another window.',
          true,
        ).optional(),
      })
      .optional(),
    answer: Claim,
    errors: ['invalid_request', 'not_found', 'forbidden', 'step_up_required', 'claimed_by_another'],
  },
} satisfies Record<string, CallContract>
