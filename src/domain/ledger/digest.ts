/**
 * A hash of what a batch changed. Every process that applies the same commands to the same state
 * gets the same hash, whether it loaded that state from the tables or replayed the log. So it
 * leaves out what may differ in shape: splay links, cursors, and where a member's holdings are.
 */
import type { Effects, LedgerEvent } from './event.ts'
import type { State } from './state.ts'
import type { Mixer } from './table.ts'

/** Two lanes of 32 bits, with the constants of MurmurHash3 and xxHash. */
class Hash implements Mixer {
  #low = 0x9747b28c
  #high = 0x3c6ef372

  mix(value: number): void {
    const low = Math.imul(this.#low ^ value, 0xcc9e2d51)
    this.#low = (low << 15) | (low >>> 17)
    const high = Math.imul(this.#high + value, 0x9e3779b1)
    this.#high = (high ^ (high >>> 13)) + this.#low
  }

  mixText(text: string): void {
    this.mix(text.length)
    for (let at = 0; at < text.length; at++) this.mix(text.charCodeAt(at))
  }

  end(): bigint {
    this.mix(0x85ebca6b)
    return BigInt.asIntN(64, (BigInt(this.#high >>> 0) << 32n) | BigInt(this.#low >>> 0))
  }
}

/** Frequent events that the hashed changes of seats and balances already cover. */
const IN_TABLES: ReadonlySet<LedgerEvent['event']> = new Set(['profile', 'seat', 'journal'])

/** Call it when all commands of a batch are applied, and before `commit` or `rollback`. */
export function digestOf(state: State, effects: Iterable<Effects>): bigint {
  const hash = new Hash()
  state.seats.mixChanges(hash)
  state.balances.mixChanges(hash)
  for (const name of NUMBERS) hash.mix(state.numbers[name])
  for (const { events } of effects) {
    for (const event of events) if (!IN_TABLES.has(event.event)) hash.mixText(canonical(event))
  }
  return hash.end()
}

const NUMBERS = [
  'member',
  'profile',
  'ordinal',
  'journal',
  'request',
  'transfer',
  'withdrawal',
  'adjustment',
] as const

/** The same text for the same content, in whatever order a value's fields were set. */
function canonical(value: unknown): string {
  if (typeof value === 'bigint') return `${value}`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  const fields = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
  return `{${fields.map(([name, item]) => `${name}:${canonical(item)}`).join()}}`
}
