/**
 * Encodes commands as JSON for the command log. Bigint fields, known by their unit, become digits.
 */
import type { Command } from '../../../domain/ledger/command.ts'
import type { Refusal } from '../../../domain/ledger/refusal.ts'
import type { Catalog } from '../../../domain/money/catalog.ts'

const BIGINT_FIELD = /(Micros|Units|Sun|E8)$/

/** JSON of a command, or of any value whose bigint fields are named by their unit. */
export const encode = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? `${item}` : item))

const revive = (key: string, value: unknown): unknown =>
  BIGINT_FIELD.test(key) && typeof value === 'string' ? BigInt(value) : value

/** What `decode` would return for a value that is already parsed. */
function reviveFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reviveFields)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, revive(key, reviveFields(item))]),
  )
}

const reviveSide = (digits: string | bigint): bigint => BigInt(digits)

/** A refusal as it was before `encode`. Both sides of an unsound catalog have no unit. */
export function reviveRefusal(value: object): Refusal {
  const refusal = reviveFields(value) as Refusal // `encode` wrote it
  if (refusal.code !== 'unsound_catalogue') return refusal
  const { left, right, ...unsound } = refusal.unsound
  return { ...refusal, unsound: { ...unsound, left: reviveSide(left), right: reviveSide(right) } }
}

/** Reads what `encode` wrote. */
export const decode = (json: string): unknown => JSON.parse(json, revive)

/** Reads a logged command. */
export const decodeCommand = <K extends string>(kind: K, input: string) =>
  Object.assign({ kind }, decode(input)) as Extract<Command, { kind: K }> // the log is ours alone

/** A command of an entry whose bigint fields are already parsed. The rules refuse anything else. */
export const toCommand = (kind: string, input: object): Command =>
  Object.assign({}, input, { kind }) as Command // as above, or an auditor's file

/** Reads a stored catalog. */
export const decodeCatalog = (plans: string): Catalog => decode(plans) as Catalog // as above

/**
 * A command's input without its kind, which has its own column. Most commands are flat. For those,
 * `JSON.stringify` needs no function to call for each value, and takes half the time.
 */
export function encodeInput({ kind: _kind, ...input }: Command): string {
  const flat: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(input)) {
    if (typeof value === 'object' && value !== null) return encode(input)
    flat[name] = typeof value === 'bigint' ? String(value) : value
  }
  return JSON.stringify(flat)
}
