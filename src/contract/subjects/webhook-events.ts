import { z } from 'zod'
import { at, coins, flag, idOf, oneOf, str, usd, whole } from '../fields/described.ts'
import {
  webhookEventTypes,
  webhookMeanings,
  type WebhookEventType,
} from '../fields/webhook-types.ts'

// Our events for the company's other systems: one shape for each type. A new field is compatible.
// Anything else needs a new version.

const profile_id = str('The profile’s public id.', 'BR-7K3M9Q2X')
const plan = oneOf(['Bronze', 'Silver', 'Gold', 'Platinum', 'Diamond'], 'The profile’s plan.')
const ofProfile = { id: idOf('The profile’s id.'), profile_id, plan }

const ofWithdrawal = {
  id: idOf('The withdrawal’s id.'),
  amount: usd('The amount debited from the wallet.', '40.00'),
  fee_amount: usd('The fees taken out of the amount.', '0.80'),
  net_amount: usd('What is paid out.', '39.20'),
  coin: oneOf(['TRX', 'USDT'], 'The coin of the payout.'),
}
const hash = str(
  'The TRON transaction, 64 hexadecimal digits.',
  'b3d9f1a0c27e4586b1f0e9d8c7a6958473625140fedcba98765432100f1e2d3c',
)

/** The fields of each type of event, in addition to the common ones. */
const kinds = {
  'member.registered': {
    data: {
      sponsor_id: idOf(
        'The id of the member who referred them; null without one.',
        '12',
      ).nullable(),
      joined_at: at('When they joined.'),
    },
  },
  'profile.created': {
    data: {
      ...ofProfile,
      origin: oneOf(
        ['join', 'upgrade', 'reentry'],
        '`join`: the first profile. `upgrade`: from a complete board, on the next plan. ' +
          '`reentry`: from a complete Diamond board.',
        'upgrade',
      ),
    },
  },
  'profile.activated': {
    data: { ...ofProfile, fee_amount: usd('The joining fee.', '3.00') },
  },
  'reward.paid': {
    data: {
      amount: usd('The reward.', '0.50'),
      kind: oneOf(
        ['level_1', 'level_2', 'sponsor_bonus'],
        'For a seat directly below, one level further down, or for a referral.',
      ),
      from: z.object(ofProfile).describe('The profile that was activated.'),
    },
  },
  'deposit.credited': {
    data: {
      id: idOf('The transfer’s id.'),
      amount: usd('The credited amount.', '25.00'),
      fee_amount: usd('The deposit fee.', '0.50'),
      coin: oneOf(['TRX', 'USDT'], 'The coin that was paid.'),
      crypto_amount: coins('The received amount.', '83.33333'),
      transaction_hash: hash,
    },
  },
  'withdrawal.requested': {
    data: ofWithdrawal,
  },
  'withdrawal.approved': {
    data: ofWithdrawal,
  },
  'withdrawal.paid': {
    data: { ...ofWithdrawal, transaction_hash: hash },
  },
  'withdrawal.failed': {
    data: { ...ofWithdrawal, reason: str('Why it failed.', 'OUT_OF_ENERGY') },
  },
  'withdrawal.rejected': {
    data: { ...ofWithdrawal, reason: str('The reason they gave.', 'The address is not yours.') },
  },
  'withdrawal.cancelled': {
    data: ofWithdrawal,
  },
  'wallet.adjusted': {
    data: {
      id: idOf('The adjustment’s id.'),
      amount: usd('The amount added; negative if taken out.', '-5.00'),
    },
  },
} as const satisfies Record<WebhookEventType, { data: z.ZodRawShape }>

/** Sent on request, to one endpoint, whatever types it subscribed to. */
export const TEST_EVENT = 'webhook.test'

/** The version of the payloads. */
export const WEBHOOK_VERSION = 1

const ofEvery = {
  id: str(
    'The event’s id. Repeats have the same one, so use it to ignore what you have seen.',
    'evt_019a2f6be1c47c0e8d3b5a7f90112233',
  ),
  version: z
    .literal(WEBHOOK_VERSION)
    .meta({ description: 'The version of this shape.', example: WEBHOOK_VERSION }),
  sequence: whole('Counts up, with gaps. A later event has a higher number.', 4711),
  created_at: at('When it happened.'),
}

const WebhookMember = z
  .object({
    id: idOf('The member’s id.', '81'),
    username: str('The member’s username.', 'anna'),
  })
  .meta({ id: 'WebhookMember', description: 'The member affected by an event.' })

const shapeName = (type: string): string =>
  `${type.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`

const eventShape = (type: string, about: string, data: z.ZodRawShape) =>
  z
    .object({
      ...ofEvery,
      type: z.literal(type).meta({ description: 'What happened.', example: type }),
      member: WebhookMember,
      data: z.object(data).describe('What it is about.'),
    })
    .meta({ id: shapeName(type), description: about })

const testShape = z
  .object({
    ...ofEvery,
    type: z.literal(TEST_EVENT).meta({ description: 'What happened.', example: TEST_EVENT }),
    member: z.null().meta({ description: 'Nobody.', example: null }),
    data: z.object({ test: flag('Always true.') }).describe('Nothing of interest.'),
  })
  .meta({ id: 'WebhookTestEvent', description: 'Staff sent a test from the console.' })

type Described = { about: string; shape: z.ZodObject }

/** The shape of each type of event, for the API reference and the tests. */
export const webhookEvents: ReadonlyMap<string, Described> = new Map<string, Described>([
  ...webhookEventTypes.map((type): [string, Described] => {
    const about = webhookMeanings[type]
    return [type, { about, shape: eventShape(type, about, kinds[type].data) }]
  }),
  [TEST_EVENT, { about: 'Staff sent a test from the console.', shape: testShape }],
])

/** The data of an event type. */
export type WebhookData<T extends WebhookEventType> = z.infer<
  z.ZodObject<(typeof kinds)[T]['data']>
>
