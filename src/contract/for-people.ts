import type { Endpoint } from './endpoint.ts'
import { operatorApi } from './routes.ts'

const under = (parts: string[]): string[] => parts.map((part) => `/api/operator/${part}`)

const FOR_PEOPLE = under(['auth/', 'access-changes/', 'api-keys/', 'operators/', 'queues/'])

/**
 * What four-eyes approvals are about: the paths with a call that approves an item. A key may read
 * them but not take part.
 */
const APPROVED_BY_TWO = Object.values(operatorApi)
  .filter(({ path }) => path.endsWith('/:id/approve/'))
  .map(({ path }) => path.slice(0, path.indexOf(':id')))

const isIn = (starts: string[], path: string): boolean =>
  starts.some((start) => path.startsWith(start))

type Call = Pick<Endpoint, 'method' | 'path' | 'stepUp'>

/**
 * Calls that only people may make, whatever the role of an API key: sessions and passwords,
 * operators' rights, keys, claims, ending a member's sessions, viewing the product as a member, the
 * steps of four-eyes approvals, and everything that needs a step-up.
 */
export const isForPeople = (call: Call): boolean => call.stepUp || isNeverOfKeys(call)

/** The same without step-up calls, which have their own error. */
export const isNeverOfKeys = ({ method, path, stepUp }: Call): boolean =>
  path === operatorApi.viewAsMember.path ||
  path === operatorApi.endMemberSessions.path ||
  isIn(FOR_PEOPLE, path) ||
  (!stepUp && method !== 'GET' && isIn(APPROVED_BY_TWO, path))
