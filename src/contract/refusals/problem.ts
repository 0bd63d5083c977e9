import { z } from 'zod'
import { MismatchDisplay } from '../subjects/deposit.ts'
import { described, str, whole } from '../fields/described.ts'
import { Text } from '../fields/fields.ts'

/**
 * RFC 9457. `detail` is a sentence for the member; `code` is stable and for programs.
 * For field errors, `errors` holds the messages by field. Each list is also a member under the
 * field's own name, unless that name is taken.
 */
export const Problem = z
  .looseObject({
    type: str('Always `about:blank`: `code` identifies the problem.', 'about:blank'),
    title: str('The meaning of the status.', 'Bad Request'),
    status: whole('The HTTP status, repeated.', 400),
    detail: str(
      'What went wrong and what to do, as an English sentence to show.',
      'Check the fields.',
    ),
    code: str('Identifies the problem. Stable, for programs.', 'invalid_request'),
    request_id: str('The id of the request. Quote it when you ask for help.', 'req-1a2b'),
    text: described(
      Text.optional(),
      '`detail` by its code, for clients that translate. Its code can be narrower than `code`.',
      { code: 'invalid_request', params: {} },
    ),
    errors: described(
      z.record(z.string(), z.array(z.string())).optional(),
      'What is wrong with each field. Each list is also a member under the field’s own name.',
    ),
    issues: described(
      z.record(z.string(), z.array(Text)).optional(),
      '`errors` by their codes, for clients that translate.',
    ),
    success: z.literal(false).optional().describe('Only of deposit verification: always false.'),
    error: str('Only of deposit verification: the same sentence as `detail`.', '').optional(),
    message: described(
      z.union([z.string(), z.array(z.string())]).optional(),
      'Only of deposit verification: the same sentence as `detail`.',
    ),
    display: MismatchDisplay.optional().describe('Only of `amount_mismatch`: the figures.'),
    confirmations: whole(
      'Only of `confirming`: blocks that confirm the payment so far.',
      7,
    ).optional(),
    required: whole('Only of `confirming`: blocks needed.', 20).optional(),
    next_allowed_at: str('Only of `resend_too_soon`: when to try again.', '').optional(),
  })
  .meta({ id: 'Problem', description: 'Why a call failed (RFC 9457).' })

export type Problem = z.infer<typeof Problem>

export const PROBLEM_TYPE = 'application/problem+json'

/** Members of a problem that a field of the same name does not overwrite. */
export const problemMembers: readonly string[] = [
  'type',
  'title',
  'status',
  'detail',
  'code',
  'request_id',
  'text',
  'errors',
  'issues',
  'success',
  'error',
  'display',
]
