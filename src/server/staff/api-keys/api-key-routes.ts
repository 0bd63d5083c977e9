import { byOf } from '../../audit/audit.ts'
import { deviceOf } from '../../http/device-name.ts'
import { route, type Route } from '../../http/route.ts'
import { addApiKey } from './add-api-key.ts'
import { listApiKeys, revokeApiKey } from './api-keys.ts'

export const apiKeyRoutes: Route[] = [
  route('listApiKeys', ({ context }) => listApiKeys(context.db)),
  route('addApiKey', ({ context, operator, body, request, address }) => {
    const from = { device: deviceOf(request), address, requestId: request.id }
    return addApiKey(context, operator, body, from)
  }),
  route('revokeApiKey', (call) => {
    return revokeApiKey(call.context.db, Number(call.params.id), byOf(call))
  }),
]
