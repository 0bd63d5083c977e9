import { byOf } from '../audit/audit.ts'
import { route, type Route } from '../http/route.ts'
import { addApiKey, listApiKeys, revokeApiKey } from './api-keys.ts'

export const apiKeyRoutes: Route[] = [
  route('listApiKeys', ({ context }) => listApiKeys(context.db)),
  route('addApiKey', (call) => addApiKey(call.context.db, call.body, byOf(call))),
  route('revokeApiKey', (call) => {
    return revokeApiKey(call.context.db, Number(call.params.id), byOf(call))
  }),
]
