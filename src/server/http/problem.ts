import { STATUS_CODES } from 'node:http'
import { statusOf } from '../../contract/refusals.ts'
import { problemMembers, type Problem } from '../../contract/problem.ts'
import type { Rejection } from '../../contract/reject.ts'

/** The HTTP status of a rejection. A bad input field is 400, whatever the code means elsewhere. */
export const httpStatusOf = ({ code, details }: Rejection): number =>
  details.errors ? 400 : statusOf(code)

/** The body of a rejection, as RFC 9457 and the contract want it. */
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
    ...details.members,
  }
  if (!details.errors) return problem
  problem.errors = details.errors
  for (const [field, messages] of Object.entries(details.errors)) {
    if (!problemMembers.includes(field)) problem[field] = messages
  }
  return problem
}
