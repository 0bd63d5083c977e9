import type { Endpoint } from './endpoint.ts'
import { operatorApi } from './routes.ts'

const FOR_PEOPLE = ['auth/', 'access-changes/', 'api-keys/'].map((part) => `/api/operator/${part}`)

/**
 * What only people do, whatever the role of an API key: sessions and passwords, rights of
 * operators, keys, viewing the product as a member, and all that needs a step-up.
 */
export const isForPeople = ({ path, stepUp }: Pick<Endpoint, 'path' | 'stepUp'>): boolean =>
  stepUp || isNeverOfKeys(path)

/** The same without step-ups, which have a refusal of their own. */
export const isNeverOfKeys = (path: string): boolean =>
  path === operatorApi.viewAsMember.path || FOR_PEOPLE.some((start) => path.startsWith(start))
