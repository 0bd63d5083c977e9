import { toRequest } from '../../../../contract/to-request.ts'
import type { CallInput } from '../../../../contract/call.ts'
import { send, toError } from '../../session/call.ts'
import { confirmAgain } from '../../session/confirm-again.ts'
import type { ListName } from './list-name.ts'

const TIMEOUT_MS = 120_000
const PLACES = ['page', 'page_size', 'after']

/** Sends the request; who has not proved lately who they are is asked to, and it is sent again. */
async function ask(request: Parameters<typeof send>[0]): Promise<Response> {
  const response = await send(request, { timeoutMs: TIMEOUT_MS })
  if (response.ok) return response
  const error = await toError(response)
  if (error.code !== 'step_up_required' || !(await confirmAgain())) throw error
  const again = await send(request, { timeoutMs: TIMEOUT_MS })
  if (!again.ok) throw await toError(again)
  return again
}

/** Fetches the whole filtered list as CSV and hands it to the browser as a file. */
export async function exportCsv(
  name: ListName,
  query: Record<string, string>,
  params: Record<string, string>,
): Promise<void> {
  const filters = Object.entries(query).filter(([key]) => !PLACES.includes(key))
  const input = { params, query: { ...Object.fromEntries(filters), format: 'csv' } }
  const request = toRequest(name, input as unknown as CallInput<ListName>)
  const response = await ask(request)
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = `twofold-${name.replace(/^(find|list)/, '').toLowerCase()}.csv`
  link.click()
  URL.revokeObjectURL(address)
}
