/**
 * The log's entry for a command: the command with personal texts hidden, and the root of a small
 * tree over the lines of money and seats that it caused. An auditor with all entries can apply the
 * rules again. A member with one entry can be shown some of its lines and no others.
 */
import { base64 } from '@scure/base'
import type { Command } from '../domain/ledger/command.ts'
import type { LedgerEvent } from '../domain/ledger/event.ts'
import { bytesOf, canonicalText, type Json, type Sha256 } from './canonical.ts'
import { leafHash, rootOf } from './tree.ts'
import { subtreesOfList } from './tiles.ts'

export const SALT_BYTES = 16
/** The entry's own salt, which differs from those of its lines. */
const ENTRY_SALT = 2 ** 32 - 1

/** A line of an entry: a journal, a posting, or a seat. */
export type Line = readonly [what: string, ...cells: (string | number)[]]

export type Entry = {
  readonly v: 1
  readonly seq: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly kind: string
  readonly by: string
  readonly in: Json
  /** The root over the lines, in base64, and how many there are. */
  readonly fx: string
  readonly n: number
  readonly salt: string
}

/**
 * The lines of a command's effects, in order. Unpaid seats have none: those of the founding and of
 * an import follow from the command.
 */
export function linesOf(events: readonly LedgerEvent[]): Line[] {
  const lines: Line[] = []
  let activated = 0
  for (const event of events) {
    if (event.event === 'journal') {
      if (event.kind === 'activation') activated = event.subject
      const { no, kind, subject, postings } = event
      lines.push(['journal', no, kind, subject])
      for (const [line, posting] of postings.entries()) {
        const { account, amount, balanceAfter, purpose } = posting
        lines.push(['posting', no, line, account, `${amount}`, `${balanceAfter}`, purpose])
      }
    }
    if (event.event === 'seat' && event.profile === activated) {
      const { profile, ordinal, plan, parent, side, depth } = event
      lines.push(['seat', profile, ordinal, plan, parent, side, depth])
    }
  }
  return lines
}

const LINE_LABEL = bytesOf('twofold/line/v1')
const FIELD_LABEL = bytesOf('twofold/field/v1')

/**
 * The salts of one command. `key` is the month's key. Without it, nobody can guess a hidden line.
 */
export function saltsOf(sha256: Sha256, key: Uint8Array, seq: number): (i: number) => Uint8Array {
  const bytes = new Uint8Array(LINE_LABEL.length + key.length + 12)
  bytes.set(LINE_LABEL)
  bytes.set(key, LINE_LABEL.length)
  const view = new DataView(bytes.buffer)
  view.setBigUint64(bytes.length - 12, BigInt(seq))
  return (i) => {
    view.setUint32(bytes.length - 4, i)
    return sha256(bytes).subarray(0, SALT_BYTES)
  }
}

/** The leaf of a line in its entry's tree. A line is an array, which has one form in JSON. */
export function lineHash(sha256: Sha256, salt: Uint8Array, line: Line): Uint8Array {
  return leafHash(sha256, salt, bytesOf(JSON.stringify(line)))
}

/** The leaves of all lines. */
export const lineHashes = (
  sha256: Sha256,
  saltAt: (i: number) => Uint8Array,
  lines: readonly Line[],
): Uint8Array[] => lines.map((line, i) => lineHash(sha256, saltAt(i), line))

/** The root over leaves of lines. */
const linesRoot = (sha256: Sha256, leaves: readonly Uint8Array[]): Uint8Array =>
  rootOf(sha256, subtreesOfList(sha256, leaves), leaves.length)

type HiddenCommand = Pick<Entry, 'seq' | 'at' | 'kind' | 'by' | 'in'>

/** The entry of a command whose input is already hidden. */
export function entryOf(
  sha256: Sha256,
  command: HiddenCommand,
  lines: readonly Line[],
  monthKey: Uint8Array,
): Entry {
  const saltAt = saltsOf(sha256, monthKey, command.seq)
  const { seq, at, kind, by, in: input } = command
  const fx = base64.encode(linesRoot(sha256, lineHashes(sha256, saltAt, lines)))
  const salt = base64.encode(saltAt(ENTRY_SALT))
  return { v: 1, seq, at, kind, by, in: input, fx, n: lines.length, salt }
}

/** The entry as stored in the log's leaf. */
export function entryText({ at, by, fx, in: input, kind, n, salt, seq, v }: Entry): string {
  // In canonical order. Every command passes here, and a template takes a third of the time.
  return (
    `{"at":${at},"by":${canonicalText(by)},"fx":"${fx}","in":${inputText(input)},` +
    `"kind":${canonicalText(kind)},"n":${n},"salt":"${salt}","seq":${seq},"v":${v}}`
  )
}

/** Most inputs are flat. JSON.stringify writes those canonically, once their names are sorted. */
function inputText(input: Json): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return canonicalText(input)
  }
  const sorted = Object.entries(input).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const isFlat = sorted.every(([name, value]) => isPlain(value) && !/^\d/.test(name))
  return isFlat ? JSON.stringify(Object.fromEntries(sorted)) : canonicalText(input)
}

const isPlain = (value: Json): boolean =>
  (typeof value === 'string' && value.isWellFormed()) ||
  Number.isSafeInteger(value) ||
  typeof value === 'boolean' ||
  value === null

/** The fields of a command that hold any text, unlike those with a few fixed values. */
type TextFieldOf<C> = {
  [F in keyof C]-?: string extends NonNullable<C[F]> ? F : never
}[keyof C]
type TextField = Command extends infer C ? (C extends Command ? TextFieldOf<C> : never) : never

/** Everyone can read the log, so a new text field of a command doesn't compile without an entry. */
const TEXT_FIELDS: Readonly<Record<TextField, 'personal' | 'operator' | 'public'>> = {
  address: 'personal',
  from: 'personal',
  to: 'personal',
  txid: 'personal',
  reason: 'personal',
  operator: 'operator',
  by: 'operator',
  network: 'public',
  day: 'public',
  sheet: 'public',
}

const fieldsThatAre = (kind: 'personal' | 'operator'): readonly string[] =>
  Object.entries(TEXT_FIELDS).flatMap(([field, is]) => (is === kind ? field : []))

/** The fields of commands that contain an address, a transaction, or text about a person. */
export const PERSONAL = fieldsThatAre('personal')
/** The fields that name an operator. */
const OPERATORS = fieldsThatAre('operator')

const HIDDEN = /^#[A-Za-z0-9+/]{43}=$/

function keyed(sha256: Sha256, key: Uint8Array, value: string): Uint8Array {
  const text = bytesOf(value)
  const bytes = new Uint8Array(FIELD_LABEL.length + key.length + text.length)
  bytes.set(FIELD_LABEL)
  bytes.set(key, FIELD_LABEL.length)
  bytes.set(text, FIELD_LABEL.length + key.length)
  return sha256(bytes)
}

/**
 * A personal text as its hash under the member's key. The same text keeps the same hash, because
 * rules compare addresses and transactions. A hash from before an erasure stays unchanged.
 */
const hide = (sha256: Sha256, memberKey: Uint8Array, value: string): string =>
  HIDDEN.test(value) ? value : `#${base64.encode(keyed(sha256, memberKey, value))}`

/** An operator's pseudonym. */
export function operatorName(sha256: Sha256, key: Uint8Array, name: string): string {
  const digits = [...keyed(sha256, key, name).subarray(0, 6)]
  return `op:${digits.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** A command's input as it appears in the log. */
export function hideInput(
  sha256: Sha256,
  keys: { readonly member: Uint8Array; readonly operators: Uint8Array },
  input: Readonly<Record<string, Json>>,
): Readonly<Record<string, Json>> {
  const shown = Object.entries(input).map(([name, value]): [string, Json] => {
    if (typeof value !== 'string') return [name, value]
    if (PERSONAL.includes(name)) return [name, hide(sha256, keys.member, value)]
    return [name, OPERATORS.includes(name) ? operatorName(sha256, keys.operators, value) : value]
  })
  return Object.fromEntries(shown)
}
