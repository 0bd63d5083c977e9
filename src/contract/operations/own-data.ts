import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { saying, token } from '../fields/fields.ts'
import { writerErrors } from '../refusals/refusals.ts'
import { Closing, OwnData } from '../subjects/own-data.ts'

export const ownDataCalls = {
  exportMyData: {
    summary: 'Download your data',
    description:
      'Returns all that we hold about the signed-in member, except secrets. Needs a recent ' +
      'step-up. At most five times a day.',
    answer: OwnData,
    errors: ['step_up_required'],
  },
  getClosing: {
    summary: 'Check whether your account can be closed',
    description:
      'An account can be closed once its wallet holds less than the smallest withdrawal and no ' +
      'withdrawal is open.',
    answer: Closing,
    errors: [],
  },
  requestClosing: {
    summary: 'Ask to close your account',
    description:
      'Emails a link that works for 48 hours. Nothing changes until it is used. Needs a recent ' +
      'step-up.',
    answer: saying,
    errors: ['step_up_required', 'closing_open_money'],
  },
  confirmClosing: {
    summary: 'Close your account',
    description:
      'Closes the account with the token of the emailed link: signs out every device, refuses ' +
      'sign-ins, and turns auto upgrade and news off. The wallet and the seats stay as they are.',
    body: z.object({ token: token.describe('The token of the emailed link.') }),
    answer: saying,
    errors: ['invalid_request', 'invalid_token', 'closing_open_money', ...writerErrors],
  },
} satisfies Record<string, CallContract>
