import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { paramsOf } from '../fields/fields.ts'
import { ApiKey, ApiKeyWithSecret, newApiKey } from '../subjects/api-keys.ts'

export const apiKeyCalls = {
  listApiKeys: {
    summary: 'List API keys',
    description:
      'Returns the active keys, newest first, then the newest inactive ones: at most 200.',
    answer: z.array(ApiKey),
    errors: [],
  },
  addApiKey: {
    summary: 'Add an API key',
    description:
      'Returns a key for a program and shows it only once. Keys can’t do what needs a step-up, ' +
      'such as changes to money or access, and exports.',
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
