import type { z } from 'zod'
import { issueMessage } from '../../contract/texts/issue-message.ts'
import { reject, rejectFields } from '../../contract/refusals/reject.ts'
import { readIssue } from '../../contract/texts/texts.ts'

/** The value as parsed by the schema. Refuses with 400 and messages by field. */
export function validate<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value, { error: issueMessage })
  if (result.success) return result.data
  const errors: Record<string, string[]> = {}
  for (const issue of result.error.issues) {
    const field = issue.path.length > 0 ? issue.path.map(String).join('.') : ''
    if (field === '') continue
    const messages = (errors[field] ??= [])
    if (!messages.includes(issue.message) && messages.length < 5) messages.push(issue.message)
  }
  const first = Object.values(errors)[0]?.[0]
  if (first === undefined) throw reject('invalid_request')
  throw rejectFields(
    Object.fromEntries(
      Object.entries(errors).map(([field, messages]) => [field, messages.map(readIssue)]),
    ),
  )
}
