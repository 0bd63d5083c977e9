import { fromHex } from '../../tron/encoding/hex.ts'
import { rebuild } from '../../tron/transaction/body.ts'
import { asJson, asList, type Json } from '../../tron/encoding/json.ts'
import { joinSignatures } from '../../tron/transaction/signature.ts'
import { decodeRaw, transactionId } from '../../tron/transaction/transaction.ts'
import { BroadcastRefused } from '../chain/execute.ts'
import { ServletError, textParam, type NodeRequest } from './request.ts'
import { writeMessage, writeUnpacked } from './transaction-answers.ts'

/** Endpoints that accept signed transactions. */
export const sendEndpoints = {
  broadcasttransaction(request: NodeRequest) {
    const { raw_data_hex: hex, raw_data: json } = request.params
    const raw = fromHex(hex) ?? rebuild(asJson(json))[0] ?? new Uint8Array()
    return send(request, joinSignatures(raw, signaturesIn(request)), transactionId(raw))
  },

  broadcasthex(request: NodeRequest) {
    const whole = fromHex(textParam(request, 'transaction')) ?? new Uint8Array()
    return send(request, whole, undefined)
  },

  /**
   * Wallets call this to rebuild a changed transaction's bytes and id. Like the real node, it reads
   * only `raw_data`.
   */
  getsignweight(request: NodeRequest) {
    const [raw] = rebuild(asJson(request.params.raw_data))
    if (raw === undefined) throw new ServletError('class java.lang.Exception : unknown contract')
    const decoded = decodeRaw(raw)
    const txid = transactionId(raw)
    const whole = { signatures: signaturesIn(request), txid, raw, decoded }
    const transaction = { visible: request.form.visible, ...writeUnpacked(whole, request.form) }
    return {
      result: { code: 'NOT_ENOUGH_PERMISSION' },
      transaction: { result: { result: true }, txid, transaction },
    }
  },
}

const signaturesIn = ({ params }: NodeRequest): Uint8Array[] =>
  asList(params.signature).flatMap((hex) => fromHex(hex) ?? [])

function send({ network, form }: NodeRequest, whole: Uint8Array, txid: string | undefined): Json {
  const named = txid === undefined ? {} : { txid }
  try {
    return { result: true, txid: network.broadcast(whole) }
  } catch (error) {
    if (!(error instanceof BroadcastRefused)) throw error
    return { code: error.code, ...named, message: writeMessage(error.message, form) }
  }
}
