import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

/** Lower-case hex digits of the bytes, no prefix. */
export const toHex = (bytes: Uint8Array): string => bytesToHex(bytes)

/**
 * Bytes of a hex text, with or without 0x, in either case; undefined when it is not hex.
 * Nodes, explorers and EVM tools disagree about the prefix, so that every reader meets both.
 */
export function fromHex(text: unknown): Uint8Array | undefined {
  if (typeof text !== 'string') return undefined
  const digits = text.startsWith('0x') || text.startsWith('0X') ? text.slice(2) : text
  if (digits.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(digits)) return undefined
  return hexToBytes(digits)
}

/** The text of a message, which nodes write as hex of UTF-8 unless `visible` was asked for. */
export function readMessage(message: unknown): string {
  if (typeof message !== 'string') return ''
  const bytes = message.length > 0 ? fromHex(message) : undefined
  return bytes === undefined ? message : new TextDecoder().decode(bytes)
}

export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, at) => byte === right[at])
}
