import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { paramsOf } from '../fields/fields.ts'
import { ApiKey, ApiKeyWithSecret, newApiKey } from '../subjects/api-keys.ts'

export const apiKeyCalls = {
  listApiKeys: {
    summary: 'List API keys',
    description:
      'Returns the keys in force, newest first, and then the newest others: 200 at most.',
    answer: z.array(ApiKey),
    errors: [],
  },
  addApiKey: {
    summary: 'Add an API key',
    description:
      'Returns a key for a program, which is shown only this once. What needs a step-up stays ' +
      'with people: money, access, exports.',
    body: newApiKey,
    answer: ApiKeyWithSecret,
    errors: ['invalid_request', 'too_many_keys'],
  },
  revokeApiKey: {
    summary: 'Revoke an API key',
    description: 'The key stops working at once.',
    params: paramsOf('key'),
    answer: ApiKey,
    errors: ['not_found', 'already_revoked'],
  },
} satisfies Record<string, CallContract>
