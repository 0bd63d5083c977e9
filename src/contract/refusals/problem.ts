import { z } from 'zod'
import { MismatchDisplay } from '../subjects/deposit.ts'
import { Text } from '../fields/fields.ts'

/**
 * RFC 9457. `detail` is a sentence for the member; `code` is stable and for programs.
 * For field errors, `errors` holds the messages by field. Each list is also a member under the
 * field's own name, unless that name is taken.
 */
export const Problem = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.string(),
    request_id: z.string(),
    /** `detail` by its code, for clients that translate; it can be narrower than `code`. */
    text: Text.optional(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    /** `errors` by their codes. */
    issues: z.record(z.string(), z.array(Text)).optional(),
    success: z.literal(false).optional(),
    error: z.string().optional(),
    message: z.union([z.string(), z.array(z.string())]).optional(),
    display: MismatchDisplay.optional(),
    confirmations: z.number().int().optional(),
    required: z.number().int().optional(),
    next_allowed_at: z.string().optional(),
  })
  .meta({ id: 'Problem' })

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
