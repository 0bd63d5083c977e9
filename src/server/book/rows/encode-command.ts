/**
 * Encodes commands as JSON for the command log. Bigint fields, known by their unit, become digits.
 */
import type { Command } from '../../../domain/ledger/command.ts'

const BIGINT_FIELD = /(Micros|Units|Sun|E8)$/

/** JSON of a command, or of any value whose bigint fields are named by their unit. */
export const encode = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? `${item}` : item))

const revive = (key: string, value: unknown): unknown =>
  BIGINT_FIELD.test(key) && typeof value === 'string' ? BigInt(value) : value

/** Reads what `encode` wrote. */
export const decode = (json: string): unknown => JSON.parse(json, revive)

/** Reads a logged command. The log is ours and append-only, so we know its shape. */
export function decodeCommand(kind: string, input: string): Command {
  return { ...(decode(input) as object), kind } as Command
}

/** A command's input without its kind, which has its own column. */
export function encodeInput({ kind: _kind, ...input }: Command): string {
  return encode(input)
}
