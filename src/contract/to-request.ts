import { requestTo, type CallInput, type CallRequest } from './call.ts'
import { api, type CallName } from './routes.ts'

/** The request that any call makes, by its name. */
export const toRequest = <N extends CallName>(name: N, input: CallInput<N>): CallRequest =>
  requestTo(api[name], input)
