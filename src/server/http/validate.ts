import type { z } from 'zod'
import type { CallContract } from '../../contract/endpoint.ts'
import { issueMessage } from '../../contract/texts/issue-message.ts'
import { reject, rejectFields } from '../../contract/refusals/reject.ts'
import { readIssue } from '../../contract/texts/texts.ts'

/** The value as parsed by the schema. Refuses with 400 and messages by field. */
function validate<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
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

type Sent = { readonly params: unknown; readonly query: unknown; readonly body: unknown }

/** The parts of a request that a call declares, as parsed by its schemas. */
export function readInput(shapes: CallContract, request: Sent): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  if (shapes.params) {
    // An impossible id gets the same answer as an unknown one.
    const params = shapes.params.safeParse(request.params)
    if (!params.success) throw reject('not_found')
    input['params'] = params.data
  }
  if (shapes.query) input['query'] = validate(shapes.query, request.query)
  if (shapes.body) input['body'] = validate(shapes.body, request.body)
  return input
}
