import { readMessage } from '../encoding/hex.ts'
import { asJson, asText } from '../encoding/json.ts'
import type { NodeClient } from '../node/node-client.ts'
import type { Result } from '../node/trouble.ts'

/**
 * The result of a broadcast, which is never final. Only a final receipt proves a payment, and only
 * an expired transaction that no node knows proves there will be none.
 */
export type Broadcast =
  /** The node accepted it, no more. */
  | { outcome: 'accepted' }
  /** The node already knows the id, so look it up. It may never have reached the chain. */
  | { outcome: 'duplicate' }
  /** This node refuses these bytes, which says nothing about an earlier broadcast. */
  | { outcome: 'rejected'; code: string; message: string }
  /** Unknown: treat it as sent and broadcast the same bytes again. */
  | { outcome: 'unknown'; detail: string }

/** Codes of nodes that can't judge right now. They may accept the same bytes later. */
const passing = new Set([
  'SERVER_BUSY',
  'NO_CONNECTION',
  'NOT_ENOUGH_EFFECTIVE_CONNECTION',
  'BLOCK_UNSOLIDIFIED',
  'OTHER_ERROR',
])

/** Sends signed bytes to one node, once. */
export async function broadcastTo(client: NodeClient, signedHex: string): Promise<Broadcast> {
  const body = { transaction: signedHex }
  return readBroadcast(await client.post('/wallet/broadcasthex', body, 'once'))
}

export function readBroadcast(answer: Result<unknown>): Broadcast {
  if (!answer.ok) {
    const { kind, detail } = answer.trouble
    return { outcome: 'unknown', detail: `${kind}: ${detail}` }
  }
  const json = asJson(answer.value)
  const code = asText(json.code)
  const message = readMessage(json.message).slice(0, 300)
  if (json.result === true && (code === '' || code === 'SUCCESS')) return { outcome: 'accepted' }
  if (code === 'DUP_TRANSACTION_ERROR') return { outcome: 'duplicate' }
  if (code === '' || passing.has(code)) return { outcome: 'unknown', detail: `${code} ${message}` }
  return { outcome: 'rejected', code, message }
}

/**
 * Combines the answers of several nodes. One that accepts is enough. A refusal counts only when all
 * refuse, because a lagging node doesn't know the reference block (TAPOS_ERROR).
 */
export function combineBroadcasts(answers: Broadcast[]): Broadcast {
  const find = (outcome: Broadcast['outcome']) => answers.find((one) => one.outcome === outcome)
  const best = find('accepted') ?? find('duplicate') ?? find('unknown') ?? answers[0]
  return best ?? { outcome: 'unknown', detail: 'no node' }
}
