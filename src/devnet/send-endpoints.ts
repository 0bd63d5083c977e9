import { fromHex } from '../tron/hex.ts'
import { asList, asText, type Json } from '../tron/json.ts'
import { joinSignatures } from '../tron/signature.ts'
import { transactionId } from '../tron/transaction.ts'
import { BroadcastRefused } from './execute.ts'
import { textParam, type NodeRequest } from './request.ts'
import { writeMessage } from './transaction-answers.ts'

/** Endpoints that take signed transactions. */
export const sendEndpoints = {
  broadcasttransaction(request: NodeRequest) {
    const raw = fromHex(asText(request.params.raw_data_hex)) ?? new Uint8Array()
    const signatures = asList(request.params.signature).flatMap((hex) => fromHex(hex) ?? [])
    return send(request, joinSignatures(raw, signatures), transactionId(raw))
  },

  broadcasthex(request: NodeRequest) {
    const whole = fromHex(textParam(request, 'transaction')) ?? new Uint8Array()
    return send(request, whole, undefined)
  },
}

function send({ network, form }: NodeRequest, whole: Uint8Array, txid: string | undefined): Json {
  const named = txid === undefined ? {} : { txid }
  try {
    return { result: true, txid: network.broadcast(whole) }
  } catch (error) {
    if (!(error instanceof BroadcastRefused)) throw error
    return { code: error.code, ...named, message: writeMessage(error.message, form) }
  }
}
