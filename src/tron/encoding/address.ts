import { sha256 } from '@noble/hashes/sha2.js'
import { base58, createBase58check } from '@scure/base'
import { fromHex, toHex } from './hex.ts'

declare const tronAddress: unique symbol

/**
 * A TRON address in base58check form (34 characters, starting with T), the only form used inside
 * the product. Base58 is case-sensitive: never lowercase an address.
 */
export type Address = string & { readonly [tronAddress]: true }

/** Why a text isn't an address. Each fault has its own message. */
type AddressFault =
  | 'empty'
  | 'surrounding_spaces'
  | 'not_base58'
  | 'wrong_length'
  | 'wrong_checksum'
  | 'hex_form'
  | 'evm_form'
  | 'not_tron'

const asAddress = (text: string): Address => text as Address // callers know its checksum is right

/** 41 followed by 20 zero bytes: well formed, but nobody's. */
export const zeroAddress = asAddress('T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb')

export type AddressReading =
  | { ok: true; address: Address; hex: string }
  | { ok: false; fault: AddressFault; message: string }

const base58check = createBase58check(sha256)
const PREFIX = 0x41

const addressFaultMessages: Record<AddressFault, string> = {
  empty: 'Enter a TRON address.',
  surrounding_spaces: 'The address has spaces or invisible characters around it.',
  not_base58: 'The address has a character that TRON addresses never have.',
  wrong_length: 'A TRON address has 34 characters.',
  wrong_checksum: 'The address has a typing error: its checksum does not match.',
  hex_form: 'This is the hexadecimal form. Enter the form that starts with T.',
  evm_form: 'This is an Ethereum-style address. Enter the TRON address that starts with T.',
  not_tron: 'This address belongs to another network, not to TRON.',
}

const refuse = (fault: AddressFault): AddressReading => ({
  ok: false,
  fault,
  message: addressFaultMessages[fault],
})

/**
 * Parses an address from a person or another system, in base58check form only, and names the fault
 * in anything else. Whether it is a contract or our own is checked elsewhere.
 */
export function parseAddress(text: string): AddressReading {
  if (text.length === 0) return refuse('empty')
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return refuse('evm_form')
  if (/^(0x)?41[0-9a-fA-F]{40}$/.test(text)) return refuse('hex_form')
  if (/^[\s\p{Cf}]|[\s\p{Cf}]$/u.test(text)) return refuse('surrounding_spaces')
  if (text.length > 64) return refuse('wrong_length')
  if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return refuse('not_base58')
  const payload = readBase58Check(text)
  if (payload === undefined) {
    return refuse(text.length === 34 ? 'wrong_checksum' : 'wrong_length')
  }
  if (payload.length !== 21 || payload[0] !== PREFIX) return refuse('not_tron')
  return { ok: true, address: asAddress(text), hex: toHex(payload) }
}

function readBase58Check(text: string): Uint8Array | undefined {
  const whole = base58.decode(text)
  if (whole.length < 5) return undefined
  const payload = whole.slice(0, -4)
  return base58check.encode(payload) === text ? payload : undefined
}

/** The address of 21 bytes (41 first); undefined for anything else. */
export function addressFromBytes(bytes: Uint8Array): Address | undefined {
  if (bytes.length !== 21 || bytes[0] !== PREFIX) return undefined
  return asAddress(base58check.encode(bytes))
}

/** The address of the 20 bytes in logs and ABI words. Throws a RangeError on other lengths. */
export function addressFromEvm(bytes: Uint8Array): Address {
  if (bytes.length !== 20) throw new RangeError(`an EVM address has 20 bytes, not ${bytes.length}`)
  return asAddress(base58check.encode(Uint8Array.of(PREFIX, ...bytes)))
}

/**
 * Reads an address from a node: base58 (`visible: true`), hex starting with 41, or the bare 20
 * bytes of logs, with or without 0x. Undefined for anything else.
 */
export function addressFromNode(value: unknown): Address | undefined {
  if (typeof value !== 'string') return undefined
  const bytes = fromHex(value)
  if (bytes?.length === 20) return addressFromEvm(bytes)
  if (bytes !== undefined) return addressFromBytes(bytes)
  const reading = parseAddress(value)
  return reading.ok ? reading.address : undefined
}

/** The 21 bytes of an address (41 first). */
export const addressBytes = (address: Address): Uint8Array => base58check.decode(address)

/** The 42 hex digits of an address (41 first), the default form of nodes. */
export const addressHex = (address: Address): string => toHex(addressBytes(address))

/** The 20 bytes of an address, as the virtual machine uses it. */
export const evmBytes = (address: Address): Uint8Array => addressBytes(address).slice(1)

/** For constants and configuration, never for input. Throws a RangeError that names the fault. */
export function requireAddress(text: string): Address {
  const reading = parseAddress(text)
  if (!reading.ok) throw new RangeError(`${reading.fault}: ${JSON.stringify(text)}`)
  return reading.address
}
