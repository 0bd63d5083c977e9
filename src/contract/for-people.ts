import type { Endpoint } from './endpoint.ts'
import { operatorApi } from './routes.ts'

const under = (parts: string[]): string[] => parts.map((part) => `/api/operator/${part}`)

const FOR_PEOPLE = under(['auth/', 'access-changes/', 'api-keys/', 'operators/'])

/** What one person prepares and another one approves. A key reads it, and has no part in it. */
const APPROVED_BY_TWO = under(['adjustments/', 'catalogues/', 'catalogue-drafts/'])

const isIn = (starts: string[], path: string): boolean =>
  starts.some((start) => path.startsWith(start))

type Call = Pick<Endpoint, 'method' | 'path' | 'stepUp'>

/**
 * What only people do, whatever the role of an API key: sessions and passwords, rights of
 * operators, keys, viewing the product as a member, the steps of what two people approve, and all
 * that needs a step-up.
 */
export const isForPeople = (call: Call): boolean => call.stepUp || isNeverOfKeys(call)

/** The same without step-ups, which have a refusal of their own. */
export const isNeverOfKeys = ({ method, path, stepUp }: Call): boolean =>
  path === operatorApi.viewAsMember.path ||
  isIn(FOR_PEOPLE, path) ||
  (!stepUp && method !== 'GET' && isIn(APPROVED_BY_TWO, path))
