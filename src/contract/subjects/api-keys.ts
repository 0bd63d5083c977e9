import { z } from 'zod'
import { at, described, idOf, oneOf, str } from '../fields/described.ts'
import { filledLine } from '../fields/fields.ts'
import { apiKeyDays, usernameLength, usernamePattern } from '../fields/limits.ts'
import { operatorRoles } from '../roles.ts'
import { issueText } from '../texts/texts.ts'

// Keys with which programs call the console's API.

const ROLE =
  'The key’s role. The key can do what an operator with this role can do without a step-up.'

export const newApiKey = z.object({
  name: described(
    filledLine(usernameLength.max)
      .min(usernameLength.min, issueText('too_short', { min: usernameLength.min }))
      .regex(usernamePattern, issueText('username_characters')),
    'The key’s name: letters, digits, `.`, `_`, and `-`. The audit log shows it as `key:name`.',
    'crm-sync',
  ),
  role: described(z.enum(operatorRoles, { error: issueText('choose_role') }), ROLE, 'support'),
  days: described(
    z
      .int({ error: issueText('enter_whole_number') })
      .min(apiKeyDays.min, issueText('number_too_small', { min: apiKeyDays.min }))
      .max(apiKeyDays.max, issueText('number_too_large', { max: apiKeyDays.max })),
    'The number of days until it expires.',
    90,
  ),
})

export const ApiKey = z
  .object({
    id: idOf('The key’s id.', '2'),
    name: str('What it is for.', 'crm-sync'),
    role: oneOf(operatorRoles, ROLE),
    created_at: at('When it was added.'),
    created_by: str('The operator who added it.', 'sam'),
    expires_at: at('When it expires.', '2026-06-12T09:26:53.589Z'),
    last_used_at: at('When it was last used, to the minute; null if never.').nullable(),
    revoked_at: at('When it was revoked; null if it isn’t.').nullable().meta({ example: null }),
    revoked_by: str('Who revoked it; null if nobody did.', 'sam')
      .nullable()
      .meta({ example: null }),
  })
  .meta({ id: 'ApiKey', description: 'A key that lets a program call the console’s API.' })

export const ApiKeyWithSecret = z
  .object({
    api_key: ApiKey,
    secret: str(
      'The key itself: send it as `Authorization: Bearer …`. It is shown only here.',
      'tfk_q0Jm7Zk3vT2xw5RhYbAQ1c9uLd8sNfE6gHiKoP4rStU',
    ),
  })
  .meta({ id: 'ApiKeyWithSecret', description: 'A new key.' })
