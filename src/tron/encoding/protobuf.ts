/**
 * The part of the protobuf wire format that TRON transactions and block headers use. Numbers are
 * bigint because amounts and times are 64 bits wide.
 */

export type Field = { number: number; value: bigint | Uint8Array }

/** The bytes aren't a protobuf message. */
export class ProtobufFault extends Error {
  override name = 'ProtobufFault'
}

/**
 * A message's fields in wire order, including unknown ones. Throws ProtobufFault on truncated or
 * malformed bytes.
 */
export function readFields(bytes: Uint8Array): Field[] {
  const fields: Field[] = []
  let at = 0
  while (at < bytes.length) {
    const [tag, afterTag] = readVarint(bytes, at)
    const number = Number(tag >> 3n)
    if (number === 0) throw new ProtobufFault('field number 0')
    const [value, next] = readValue(bytes, afterTag, Number(tag & 7n))
    fields.push({ number, value })
    at = next
  }
  return fields
}

function readValue(bytes: Uint8Array, at: number, wire: number): [bigint | Uint8Array, number] {
  if (wire === 0) return readVarint(bytes, at)
  if (wire === 1) return [take(bytes, at, 8), at + 8]
  if (wire === 5) return [take(bytes, at, 4), at + 4]
  if (wire !== 2) throw new ProtobufFault(`wire type ${wire}`)
  const [length, start] = readVarint(bytes, at)
  if (length > BigInt(bytes.length)) throw new ProtobufFault('length beyond the end')
  return [take(bytes, start, Number(length)), start + Number(length)]
}

function take(bytes: Uint8Array, at: number, length: number): Uint8Array {
  if (at + length > bytes.length) throw new ProtobufFault('truncated')
  return bytes.slice(at, at + length)
}

function readVarint(bytes: Uint8Array, start: number): [bigint, number] {
  let value = 0n
  for (let count = 0; count < 10; count += 1) {
    const byte = bytes[start + count]
    if (byte === undefined) throw new ProtobufFault('truncated number')
    value |= BigInt(byte & 0x7f) << BigInt(7 * count)
    if (byte < 0x80) return [BigInt.asUintN(64, value), start + count + 1]
  }
  throw new ProtobufFault('number longer than 64 bits')
}

/**
 * The value of a message field. Repeated occurrences are merged, which for messages means joining
 * their bytes.
 */
export function messageField(fields: Field[], number: number): Uint8Array {
  const parts = fields.flatMap(({ number: n, value }) =>
    n === number && typeof value !== 'bigint' ? [value] : [],
  )
  return joinBytes(parts)
}

/** The last value of a bytes field; empty when absent. */
export function bytesField(fields: Field[], number: number): Uint8Array {
  const value = fields.findLast((field) => field.number === number)?.value
  if (typeof value === 'bigint') throw new ProtobufFault(`field ${number} is a number`)
  return value ?? new Uint8Array()
}

/** The last value of a signed int64 field; 0 when absent. */
export function int64Field(fields: Field[], number: number): bigint {
  const value = fields.findLast((field) => field.number === number)?.value ?? 0n
  if (typeof value !== 'bigint') throw new ProtobufFault(`field ${number} is not a number`)
  return BigInt.asIntN(64, value)
}

/**
 * Encodes a message. The caller passes fields in ascending order. Zero and empty values are
 * omitted, as TRON's own encoder does.
 */
export function writeFields(fields: readonly (readonly [number, bigint | Uint8Array])[]) {
  const parts: Uint8Array[] = []
  for (const [number, value] of fields) {
    if (typeof value === 'bigint') {
      if (value === 0n) continue
      parts.push(writeVarint(BigInt(number) << 3n), writeVarint(BigInt.asUintN(64, value)))
    } else if (value.length > 0) {
      const tag = (BigInt(number) << 3n) | 2n
      parts.push(writeVarint(tag), writeVarint(BigInt(value.length)), value)
    }
  }
  return joinBytes(parts)
}

function writeVarint(value: bigint): Uint8Array {
  const bytes: number[] = []
  let rest = value
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80)
    rest >>= 7n
  }
  bytes.push(Number(rest))
  return Uint8Array.from(bytes)
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
