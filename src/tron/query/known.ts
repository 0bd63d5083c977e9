import { asJson } from '../encoding/json.ts'
import type { NodeClient } from '../node/node-client.ts'
import { fine, troubled, type Result } from '../node/trouble.ts'

/** Asks one node whether it has heard of a transaction, in a block or waiting for one. */
export async function readKnown(client: NodeClient, txid: string): Promise<Result<boolean>> {
  const body = await client.post('/wallet/gettransactionbyid', { value: txid })
  if (!body.ok) return body
  if (hasFields(body.value)) return fine(true)
  const pending = await client.post('/wallet/gettransactionfrompending', { value: txid })
  if (pending.ok) return fine(hasFields(pending.value))
  // Gateways without a pool of their own switch this endpoint off.
  return pending.trouble.kind === 'unavailable' ? fine(false) : pending
}

/** One node that knows it is enough; unknown only when every node that was asked says so. */
export function combineKnown(results: readonly Result<boolean>[]): Result<boolean> {
  if (results.some((result) => result.ok && result.value)) return fine(true)
  return results.find(({ ok }) => !ok) ?? results[0] ?? troubled('no_node', 'no node')
}

const hasFields = (value: unknown): boolean => Object.keys(asJson(value)).length > 0
