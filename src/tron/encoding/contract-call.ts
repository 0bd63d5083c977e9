import { addressFromEvm, evmBytes, type Address } from './address.ts'
import { equalBytes, fromHex } from './hex.ts'
import { joinBytes } from './protobuf.ts'

/**
 * The part of the contract ABI that a TRC-20 token needs: words, selectors, and the Transfer event.
 */

const selector = (hex: string): Uint8Array => fromHex(hex) ?? new Uint8Array()

export const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
export const selectors = {
  transfer: selector('a9059cbb'),
  balanceOf: selector('70a08231'),
  decimals: selector('313ce567'),
  isBlackListed: selector('e47d6060'),
  symbol: selector('95d89b41'),
  name: selector('06fdde03'),
  totalSupply: selector('18160ddd'),
} as const

export function wordOfNumber(value: bigint): Uint8Array {
  const word = fromHex(value.toString(16).padStart(64, '0'))
  if (word?.length !== 32 || value < 0n) throw new RangeError(`${value} does not fit 256 bits`)
  return word
}

export const wordOfAddress = (address: Address): Uint8Array =>
  joinBytes([new Uint8Array(12), evmBytes(address)])

/**
 * The address in a word. Only the low 20 bytes count: many wallets put TRON's 41 before them, and
 * the virtual machine ignores it.
 */
export const addressOfWord = (word: Uint8Array): Address => addressFromEvm(word.slice(-20))

export function numberOfWord(word: Uint8Array): bigint {
  return word.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)
}

/** The n-th 32-byte word after the selector; undefined when the data is shorter. */
export function wordAt(data: Uint8Array, index: number): Uint8Array | undefined {
  const word = data.slice(4 + 32 * index, 36 + 32 * index)
  return word.length === 32 ? word : undefined
}

/** Call data of `transfer(to, amount)`, the amount in the token's smallest unit. */
export const transferCall = (to: Address, amount: bigint): Uint8Array =>
  joinBytes([selectors.transfer, wordOfAddress(to), wordOfNumber(amount)])

export const balanceCall = (owner: Address): Uint8Array =>
  joinBytes([selectors.balanceOf, wordOfAddress(owner)])

/** Decodes `transfer` call data; undefined for any other call. It proves no payment. */
export function readTransferCall(data: Uint8Array): { to: Address; amount: bigint } | undefined {
  const to = wordAt(data, 0)
  const amount = wordAt(data, 1)
  if (!equalBytes(data.slice(0, 4), selectors.transfer) || !to || !amount) return undefined
  return { to: addressOfWord(to), amount: numberOfWord(amount) }
}
