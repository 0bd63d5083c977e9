import type { z } from 'zod'
import { accountSchemas, authSchemas } from './account-schemas.ts'
import { consoleSchemas } from './console-schemas.ts'
import type { CallName } from './index.ts'
import {
  eventSchemas,
  healthSchemas,
  rewardSchemas,
  transactionSchemas,
  treeSchemas,
} from './money-schemas.ts'
import { networkSchemas } from './network.ts'
import { operatorSchemas } from './operator-schemas.ts'

/** What a call takes in its path, query and body, and what it answers. */
export type CallSchemas = {
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  answer: z.ZodType
}

export const schemas = {
  ...authSchemas,
  ...accountSchemas,
  ...treeSchemas,
  ...networkSchemas,
  ...transactionSchemas,
  ...rewardSchemas,
  ...eventSchemas,
  ...healthSchemas,
  ...operatorSchemas,
  ...consoleSchemas,
} satisfies Record<CallName, CallSchemas>

export type Schemas = typeof schemas
