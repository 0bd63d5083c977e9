import { english } from '../../contract/texts/texts.ts'
import { STATUS_CODES } from 'node:http'
import { statusOf } from '../../contract/refusals/refusals.ts'
import { problemMembers, type Problem } from '../../contract/refusals/problem.ts'
import type { Rejection } from '../../contract/refusals/reject.ts'

/**
 * The HTTP status of a rejection. An invalid input field is always 400, whatever the code means
 * elsewhere.
 */
export const httpStatusOf = ({ code, details }: Rejection): number =>
  details.errors ? 400 : statusOf(code)

/** The body of a rejection, in the form of RFC 9457 and the contract. */
export function toProblem(rejection: Rejection, requestId: string): Problem {
  const { code, details } = rejection
  const status = httpStatusOf(rejection)
  const problem: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: rejection.message,
    code,
    request_id: requestId,
    text: rejection.text,
    ...details.members,
  }
  if (!details.errors) return problem
  problem.errors = {}
  for (const [field, said] of Object.entries(details.errors)) {
    const messages = said.map(english)
    problem.errors[field] = messages
    if (!problemMembers.includes(field)) problem[field] = messages
    problem.issues = { ...problem.issues, [field]: said }
  }
  return problem
}
