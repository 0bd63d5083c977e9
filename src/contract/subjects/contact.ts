import { z } from 'zod'
import { at, idOf, str } from '../fields/described.ts'
import { claim } from './claims.ts'

// Messages from the contact form.

export const Message = z
  .object({
    id: idOf('The message’s id.'),
    name: str('The sender’s name.', 'Anna Reyes'),
    email: str('The email address for the reply.', 'anna@example.org'),
    subject: str('The subject.', 'USDT network fee'),
    message: str('The message.', 'Why is the network fee so high today?'),
    received_at: at('When it arrived.'),
    answer: str('The answer; null if there is none yet.', 'The network is busy.').nullable(),
    answered_by: str('Who answered; null if nobody has.', 'sam').nullable(),
    answered_at: at('When it was answered; null if it wasn’t.').nullable(),
    claim,
  })
  .meta({ id: 'Message', description: 'A message from the contact form.' })
