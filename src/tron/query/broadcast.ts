import { readMessage } from '../encoding/hex.ts'
import { asJson, asText } from '../encoding/json.ts'
import type { NodeClient } from '../node/node-client.ts'
import type { Result } from '../node/trouble.ts'

/**
 * What came of a broadcast. None of it is final: only a final receipt says that a payment was made,
 * and only an absent id past its expiration says that it never will be.
 */
export type Broadcast =
  /** The node took it, no more. */
  | { outcome: 'accepted' }
  /** The node knows the id already: go and look it up. It may never have reached the chain. */
  | { outcome: 'duplicate' }
  /** This node does not take these bytes; after an earlier broadcast that says nothing. */
  | { outcome: 'rejected'; code: string; message: string }
  /** Nobody can tell: treat it as sent and broadcast the same bytes again. */
  | { outcome: 'unknown'; detail: string }

/** Codes of nodes that are in no state to judge: the same bytes may be taken the next time. */
const passing = new Set([
  'SERVER_BUSY',
  'NO_CONNECTION',
  'NOT_ENOUGH_EFFECTIVE_CONNECTION',
  'BLOCK_UNSOLIDIFIED',
  'OTHER_ERROR',
])

/** Sends whole signed bytes to one node, once. */
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
 * The answers of several nodes as one: taken by any is taken. A refusal counts only when all
 * refuse, because a node that lags does not know the reference block (TAPOS_ERROR).
 */
export function combineBroadcasts(answers: Broadcast[]): Broadcast {
  const find = (outcome: Broadcast['outcome']) => answers.find((one) => one.outcome === outcome)
  const best = find('accepted') ?? find('duplicate') ?? find('unknown') ?? answers[0]
  return best ?? { outcome: 'unknown', detail: 'no node' }
}
