import { STATUS_CODES } from 'node:http'
import { problemMembers, type Problem } from '../../contract/problem.ts'
import type { Refused } from './refusal.ts'

/** The body of a refusal, as RFC 9457 and the contract want it. */
export function toProblem(refused: Refused, requestId: string): Problem {
  const { code, status, details } = refused
  const problem: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: refused.message,
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
