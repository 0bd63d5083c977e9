import { addressFromNode, type Address } from '../../tron/encoding/address.ts'
import { asText, integerOr0, smallInteger, type Json } from '../../tron/encoding/json.ts'
import type { Block } from '../chain/block.ts'
import type { View } from '../chain/layers.ts'
import type { Network } from '../chain/network.ts'
import type { Form } from './transaction-answers.ts'

/** One request to the node: its parameters and the view it reads. */
export type NodeRequest = {
  network: Network
  params: Json
  /** `/wallet` reads the head, `/walletsolidity` the solid block. */
  view: 'head' | 'solid'
  /** The accounts as of the view's newest block. */
  state: View
  /** The view's newest block. */
  top: Block
  form: Form
}

/** A /devnet request has an invalid body: HTTP 400 with this text. */
export class BadRequest extends Error {
  override name = 'BadRequest'
}

/** A servlet exception, which nodes answer with HTTP 200. */
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
