import { addressFromNode, type Address } from '../../tron/encoding/address.ts'
import { asText, integerOr0, smallInteger, type Json } from '../../tron/encoding/json.ts'
import type { Block } from '../chain/block.ts'
import type { View } from '../chain/layers.ts'
import type { Network } from '../chain/network.ts'
import type { Form } from './transaction-answers.ts'

/** One question to the node: the parameters of its body or query, and the view it is asked of. */
export type NodeRequest = {
  network: Network
  params: Json
  /** `/wallet` asks the head, `/walletsolidity` the solid block. */
  view: 'head' | 'solid'
  /** The accounts as of the newest block of the view. */
  state: View
  /** Newest block of the view. */
  top: Block
  form: Form
}

/** The body of a /devnet request is wrong: HTTP 400 with this text. */
export class BadRequest extends Error {
  override name = 'BadRequest'
}

/** What the servlet answers with HTTP 200 when it throws. */
export class ServletError extends Error {
  override name = 'ServletError'
}

export function addressParam({ params }: NodeRequest, name: string): Address {
  const address = addressFromNode(params[name])
  if (address === undefined) {
    throw new ServletError('class java.lang.IllegalArgumentException : Invalid address')
  }
  return address
}

export const optionalAddress = ({ params }: NodeRequest, name: string): Address | undefined =>
  addressFromNode(params[name])

export const textParam = ({ params }: NodeRequest, name: string): string =>
  typeof params[name] === 'number' ? String(params[name]) : asText(params[name])

export const numberParam = ({ params }: NodeRequest, name: string): number =>
  smallInteger(params[name])

export const amountParam = ({ params }: NodeRequest, name: string): bigint =>
  integerOr0(params[name])
