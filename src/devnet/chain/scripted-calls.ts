import { sha256 } from '@noble/hashes/sha2.js'
import { addressFromNode, type Address } from '../../tron/encoding/address.ts'
import { fromHex, toHex } from '../../tron/encoding/hex.ts'
import { asJson, asList, asText, integerOr0, type Json } from '../../tron/encoding/json.ts'
import { joinBytes } from '../../tron/encoding/protobuf.ts'

/**
 * One entry of a receipt's `internal_transactions`. Nodes write one for every nested call, and also
 * for staking, voting, and reward opcodes, which carry a value but move no TRX.
 */
export type InternalCall = {
  from: Address
  to: Address
  /** The entry's `callValue` in sun: TRX sent, or stake delegated. */
  valueSun: bigint
  /** What made the entry: `call`, `suicide`, `delegateResourceOfEnergy`, and so on. */
  note: string
  rejected: boolean
  token?: { id: string; amount: bigint }
}

/** Notes of entries that move their value. */
const movingNotes = ['call', 'create', 'suicide']

/** Whether the entry moved TRX. One with a token has no TRX value of its own. */
export const movesSun = ({ note, rejected, valueSun }: InternalCall): boolean =>
  movingNotes.includes(note) && !rejected && valueSun > 0n

export type ScriptedEntry = Omit<InternalCall, 'from'>

const selector = fromHex('5c51f7ed') ?? new Uint8Array()
const MAX_SCRIPTED_ENTRIES = 200

/** Call data that makes the scripted contract write these entries. */
export function scriptCall(entries: readonly ScriptedEntry[]): Uint8Array {
  const plain = entries.map(({ to, valueSun, note, rejected, token }) => ({
    address: to,
    value: String(valueSun),
    note,
    rejected,
    ...(token ? { token_id: token.id, token_amount: String(token.amount) } : {}),
  }))
  return joinBytes([selector, new TextEncoder().encode(JSON.stringify(plain))])
}

/** The entries in call data; undefined when it isn't a script. */
export function readScript(data: Uint8Array): ScriptedEntry[] | undefined {
  if (toHex(data.slice(0, 4)) !== toHex(selector)) return undefined
  try {
    return scriptedEntries(JSON.parse(new TextDecoder().decode(data.slice(4))))
  } catch {
    return undefined
  }
}

/** Reads `[{note, address, value?, rejected?, token_id?, token_amount?}]`. Throws RangeError. */
export function scriptedEntries(list: unknown): ScriptedEntry[] {
  const entries = asList(list).map(asJson)
  if (entries.length < 1 || entries.length > MAX_SCRIPTED_ENTRIES) {
    throw new RangeError(`1 to ${MAX_SCRIPTED_ENTRIES} entries`)
  }
  return entries.map(scriptedEntry)
}

function scriptedEntry(entry: Json): ScriptedEntry {
  const to = addressFromNode(entry.address)
  const valueSun = integerOr0(entry.value)
  const note = asText(entry.note) || 'call'
  if (to === undefined) throw new RangeError('each entry has an address')
  if (valueSun < 0n) throw new RangeError('value is in sun')
  const id = asText(entry.token_id)
  return {
    to,
    valueSun,
    note,
    rejected: entry.rejected === true,
    ...(id === '' ? {} : { token: { id, amount: integerOr0(entry.token_amount) } }),
  }
}

/** Each entry has its own hash, which no look-up finds. */
export const internalHash = (txid: string, index: number): string =>
  toHex(sha256(joinBytes([fromHex(txid) ?? new Uint8Array(), Uint8Array.of(index >> 8, index)])))
