import { z } from 'zod'
import { at, described, flag, idOf, oneOf, str } from '../fields/described.ts'
import { id } from '../fields/fields.ts'

// Which operator is working on which item of a queue.

const queues = ['withdrawals', 'unattributed', 'messages'] as const

export const Claim = z
  .object({
    queue: str('The queue of the item.', 'withdrawals'),
    id: idOf('The id of the item.'),
    operator: str('Who is working on it; null if nobody is.', 'sam').nullable(),
    ends_at: at('When the claim expires; null if nobody has one.').nullable(),
  })
  .meta({ id: 'Claim', description: 'Who is working on one item of a queue.' })

export const claim = z
  .object({
    operator: str('Who is working on it.', 'sam'),
    ends_at: at('When the claim expires.'),
    to_pay: flag(
      'True if they claimed an approved withdrawal, and may be paying it from another wallet. ' +
        'Missing otherwise.',
    ).optional(),
  })
  .nullable()
  .meta({ description: 'Who is working on this item now; null if nobody is.', example: null })

export const queueItem = z.object({
  queue: oneOf(queues, 'The queue of the item.'),
  id: described(id, 'The id of the item. Digits in a string.', '4711'),
})
