import { keysOf } from '../../domain/records.ts'

// The types of webhook events. They are separate from their shapes, so that a form can list them
// without loading the schema library.

export const webhookMeanings = {
  'member.registered': 'A member joined: they registered and verified their email address.',
  'profile.created':
    'A member received a profile: the first one, or another after a complete board.',
  'profile.activated': 'A profile was activated: the joining fee was paid, and it took its seat.',
  'reward.paid': 'A member got a reward for another member’s activation.',
  'deposit.credited': 'A payment was added to a member’s wallet.',
  'withdrawal.requested': 'A member requested a withdrawal. The amount is on hold.',
  'withdrawal.approved': 'Staff approved a withdrawal. It will be paid out.',
  'withdrawal.paid': 'A payout is final on the network.',
  'withdrawal.failed': 'A payout failed on the network. The withdrawal needs a new approval.',
  'withdrawal.rejected': 'Staff rejected a withdrawal. The amount is back in the wallet.',
  'withdrawal.cancelled': 'A member canceled a withdrawal. The amount is back in the wallet.',
  'wallet.adjusted': 'Staff corrected a member’s wallet.',
} as const

export type WebhookEventType = keyof typeof webhookMeanings

export const webhookEventTypes: readonly WebhookEventType[] = keysOf(webhookMeanings)
