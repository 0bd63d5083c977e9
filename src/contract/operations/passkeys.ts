import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { detail, paramsOf, saying } from '../fields/fields.ts'
import {
  newPasskey,
  Passkey,
  passkeyAssertion,
  PasskeyCreation,
  passkeyName,
  PasskeyRequest,
} from '../subjects/passkeys.ts'
import { authCalls } from './auth.ts'
import { staffCalls } from './staff.ts'

const renaming = {
  description: 'Changes what you call it.',
  params: paramsOf('passkey'),
  body: z.object({ name: passkeyName }),
  answer: Passkey,
  errors: ['invalid_request', 'not_found'],
} as const
const refused = ['invalid_request', 'passkey_expired', 'passkey_refused'] as const

/** Passkeys of members and, under `operator…`, of staff. */
export const passkeyCalls = {
  startPasskeySignIn: {
    summary: 'Start signing in with a passkey',
    description:
      'Returns options for the browser. They are the same for everyone and name no account. The ' +
      'person chooses a passkey.',
    answer: PasskeyRequest,
    errors: [],
  },
  signInWithPasskey: {
    summary: 'Sign in with a passkey',
    description:
      'Starts a session from an authenticator’s answer. A passkey is two factors in one: no ' +
      'password or code is needed, and it counts as a step-up.',
    body: passkeyAssertion,
    answer: authCalls.login.answer,
    errors: [...refused, 'email_not_verified', 'account_suspended', 'account_closed'],
  },
  startPasskeyStepUp: {
    summary: 'Start confirming with a passkey',
    description: 'Returns options for the browser, with the account’s passkeys.',
    answer: PasskeyRequest,
    errors: [],
  },
  stepUpWithPasskey: {
    summary: 'Confirm it’s you with a passkey',
    description:
      'Counts like the password, or the code from an authenticator app, in “Confirm it’s you”.',
    body: passkeyAssertion,
    answer: authCalls.stepUp.answer,
    errors: refused,
  },
  listPasskeys: {
    summary: 'List your passkeys',
    description: 'Returns every passkey that can sign in to the account, oldest first.',
    answer: z.array(Passkey),
    errors: [],
  },
  startPasskey: {
    summary: 'Start adding a passkey',
    description: 'Returns options for the browser. Needs a recent step-up.',
    answer: PasskeyCreation,
    errors: ['step_up_required', 'too_many_passkeys'],
  },
  addPasskey: {
    summary: 'Add a passkey',
    description:
      'Stores the new passkey and emails the member. Payouts are on hold for a while afterward.',
    body: newPasskey,
    answer: Passkey,
    errors: [...refused, 'too_many_passkeys', 'passkey_exists'],
  },
  renamePasskey: {
    summary: 'Rename a passkey',
    ...renaming,
  },
  removePasskey: {
    summary: 'Remove a passkey',
    description:
      'It can no longer sign in. Needs a recent step-up. Payouts are on hold for a while ' +
      'afterward.',
    params: paramsOf('passkey'),
    answer: saying,
    errors: ['step_up_required', 'not_found'],
  },
  operatorStartPasskeySignIn: {
    summary: 'Start signing in to the console with a passkey',
    description: 'Returns options for the browser. They name no account.',
    answer: PasskeyRequest,
    errors: ['wrong_origin'],
  },
  operatorSignInWithPasskey: {
    summary: 'Sign in to the console with a passkey',
    description:
      'Starts a session in an HTTP-only cookie. A passkey is two factors in one: no password or ' +
      'code is needed.',
    body: passkeyAssertion,
    answer: staffCalls.operatorLogin.answer,
    errors: [...refused, 'wrong_origin'],
  },
  operatorStartPasskeyStepUp: {
    summary: 'Start confirming with a passkey',
    description: 'Returns options for the browser, with your passkeys.',
    answer: PasskeyRequest,
    errors: [],
  },
  operatorStepUpWithPasskey: {
    summary: 'Confirm it’s you with a passkey',
    description: 'Counts like the code from an authenticator app in “Confirm it’s you”.',
    body: passkeyAssertion,
    answer: staffCalls.operatorStepUp.answer,
    errors: refused,
  },
  operatorListPasskeys: {
    summary: 'List your console passkeys',
    description: 'Returns every passkey that can sign in as you, oldest first.',
    answer: z.array(Passkey),
    errors: [],
  },
  operatorStartPasskey: {
    summary: 'Start adding a console passkey',
    description: 'Returns options for the browser.',
    answer: PasskeyCreation,
    errors: ['too_many_passkeys'],
  },
  operatorAddPasskey: {
    summary: 'Add a console passkey',
    description:
      'Stores the new passkey, which counts as a second factor. The first one ends your other ' +
      'sessions.',
    body: newPasskey,
    answer: Passkey,
    errors: [...refused, 'too_many_passkeys', 'passkey_exists'],
  },
  operatorRenamePasskey: {
    summary: 'Rename a console passkey',
    ...renaming,
  },
  operatorRemovePasskey: {
    summary: 'Remove a console passkey',
    description:
      'The passkey can no longer sign in. In production, you can’t remove your last second ' +
      'factor.',
    params: paramsOf('passkey'),
    answer: detail,
    errors: ['not_found', 'last_second_factor'],
  },
} satisfies Record<string, CallContract>
