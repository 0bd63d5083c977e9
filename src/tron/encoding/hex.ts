import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

/** Lowercase hex digits without a prefix. */
export const toHex = (bytes: Uint8Array): string => bytesToHex(bytes)

/**
 * Bytes of a hex text in either case, with or without 0x; undefined when it isn't hex. Nodes,
 * explorers, and EVM tools disagree about the prefix, so every caller sees both.
 */
export function fromHex(text: unknown): Uint8Array | undefined {
  if (typeof text !== 'string') return undefined
  const digits = text.startsWith('0x') || text.startsWith('0X') ? text.slice(2) : text
  if (digits.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(digits)) return undefined
  return hexToBytes(digits)
}

/** The text of a message. Nodes send it as hex-encoded UTF-8 unless the request was `visible`. */
export function readMessage(message: unknown): string {
  if (typeof message !== 'string') return ''
  const bytes = message.length > 0 ? fromHex(message) : undefined
  return bytes === undefined ? message : new TextDecoder().decode(bytes)
}

export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, at) => byte === right[at])
}
